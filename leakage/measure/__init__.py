"""How much one record reveals."""
