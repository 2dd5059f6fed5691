"""Rendering: the document, the canvas, sprites, fonts."""
