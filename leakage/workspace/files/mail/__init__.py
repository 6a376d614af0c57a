"""Mail: who writes to a person, read from the heads of their messages."""
