"""The screens: the home page, and the table with the parts around its board."""
