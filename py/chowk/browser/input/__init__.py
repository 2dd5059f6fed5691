"""Events of pointers, keys, files and devices."""
