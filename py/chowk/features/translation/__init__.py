"""The translation desk: a separate page on which translators edit and check the sentences of the app."""
