"""Texts that no reader expects, made from such as it reads; and what every reader promises of all of them."""
