"""A compiler from a subset of Python, for kernels of games, to WebAssembly. docs/kernels.md describes the language."""
