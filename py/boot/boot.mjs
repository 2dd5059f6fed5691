// What the page does before Python is there.
