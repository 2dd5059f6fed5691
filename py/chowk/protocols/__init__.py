"""Protocols by which other programs use our opponents, and we use other engines. The page does not contain them."""
