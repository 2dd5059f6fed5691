"""A compiler for kernels of games: from a subset of Python to WebAssembly. docs/kernels.md describes the language."""
