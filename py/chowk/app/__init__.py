"""The application without the browser: it connects all other packages, builds the pages, and keeps the history."""
