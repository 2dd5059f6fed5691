"""The build of the page."""
