"""Languages, the translation of messages, and the page's current announcements and toasts."""
