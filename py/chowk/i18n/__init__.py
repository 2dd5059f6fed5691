"""Languages, translation of messages, and the messages that the page shows now."""
