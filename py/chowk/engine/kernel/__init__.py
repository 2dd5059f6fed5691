"""Kernels, the compiled parts of opponents: the types of their language, and their runtime."""
