"""Drawings of Parcheesi for skins with their own boards. Each module is shipped with its skin."""
