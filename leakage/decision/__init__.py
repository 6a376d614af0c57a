"""What follows for the person, and what the person can do about it."""
