"""Development tools: build, translations, kernels, screenshots. Not part of the page."""
