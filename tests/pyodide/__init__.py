"""The rules, tested once more inside the Python that the page uses."""
