"""Sound output."""
