"""Importing: what files of other programs hold, read without trusting them, and told before anything changes."""
