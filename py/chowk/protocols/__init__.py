"""Engine protocols, by which other programs use Chowk's opponents, and Chowk uses the engines of other programs.

This package is not a part of the web page.
"""
