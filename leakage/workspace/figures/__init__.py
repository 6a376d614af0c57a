"""Figures: what a workspace adds up to, one file a question."""
