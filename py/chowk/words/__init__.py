"""Languages, and what is said in them."""
