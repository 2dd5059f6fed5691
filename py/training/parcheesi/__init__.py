"""Training of Parcheesi."""
