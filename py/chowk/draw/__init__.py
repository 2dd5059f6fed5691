"""Drawing as values: shapes, scenes, timelines, and an SVG painter. Nothing here depends on a browser."""
