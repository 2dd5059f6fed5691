"""The fast path of the Checkers opponents: boards as bare integers, and a search that knows the endings."""
