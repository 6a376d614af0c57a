"""The parts of the laboratory page: one experiment a file."""
