"""The translation desk, a separate page for translators."""
