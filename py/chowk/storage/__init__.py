"""Everything that a device keeps."""
