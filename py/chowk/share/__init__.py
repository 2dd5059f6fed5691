"""What leaves the page and comes back to it: links, pictures, texts, files."""
