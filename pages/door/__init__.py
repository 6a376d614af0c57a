"""The door: who may come in, and what is said to whom."""
