"""The command line `chowk`: play, analyse, count, convert, compare levels, solve puzzles. The page does not use it."""
