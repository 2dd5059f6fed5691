"""Kernels: the types of their language, and their runtime."""
