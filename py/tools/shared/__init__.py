"""Code shared by several tools."""
