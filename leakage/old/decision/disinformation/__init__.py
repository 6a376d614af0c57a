"""Disinformation: wrong but believable facts, what they take back, and which to give to whom."""
