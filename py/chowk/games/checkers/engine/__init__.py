"""The fast engine of the Checkers opponents: bit boards, and a search with endgame tables."""
