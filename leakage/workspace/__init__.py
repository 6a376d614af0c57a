"""One person's work: what was entered, kept as one frozen value; import and export."""
