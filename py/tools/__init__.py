"""Development tools: build, translations, kernels (compiled search code), screenshots. Not part of the page."""
