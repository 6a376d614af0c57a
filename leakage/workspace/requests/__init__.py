"""Requests to recipients: whom to ask, letters, deadlines, and what asking itself gives away."""
