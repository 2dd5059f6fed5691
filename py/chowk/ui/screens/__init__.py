"""The screens: home and the table with what is around its board."""
