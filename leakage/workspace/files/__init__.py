"""Files of other programs: what they hold, and what that adds to a work."""
