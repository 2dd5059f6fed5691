"""Pictures as values: shapes, scenes, timelines, and a painter that writes SVG. No browser is known here."""
