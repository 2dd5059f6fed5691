"""Training of the opponents of Parcheesi."""
