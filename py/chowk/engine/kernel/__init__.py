"""Kernels: the types they are written in, and their runtime."""
