"""Tests that run inside the page's own Python (Pyodide), under Node."""
