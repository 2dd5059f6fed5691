"""The command line `chowk`: play, analyse, count, convert, compare levels, solve puzzles. No part of the page."""
