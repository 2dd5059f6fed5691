"""The compiler of kernels: a small part of Python, to WebAssembly. README.md beside this describes the language."""
