"""Protocols with which other programs use our opponents, and we use other engines. The page uses none of them."""
