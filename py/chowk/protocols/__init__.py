"""Protocols for other programs to use our opponents, and for us to use other engines. The page has none of them."""
