"""The application, without the code that needs a browser.

It connects all other packages, builds the pages, and keeps the browser's history in step with them.
"""
