"""Protocols by which other programs play with the opponents. Programs run them; the page does not contain them."""
