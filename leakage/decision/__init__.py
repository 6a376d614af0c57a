"""What follows: the leakage of a database, what a release would add, and what to do about it."""
