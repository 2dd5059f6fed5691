"""Games as links, texts, files, QR codes, pictures and prints."""
