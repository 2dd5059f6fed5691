"""Measurements, never gating: `python3 -m tests.bench NAME …`; each is a module here with a `main(argv)`."""
