"""The browser layer: apart from the entry files, the only package that imports `js` and `pyodide`."""
