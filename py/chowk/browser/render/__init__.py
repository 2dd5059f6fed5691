"""Rendering to the document and to canvases, with sprites and fonts."""
