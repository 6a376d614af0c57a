"""Tables: what their cells say, and how rows and results are written."""
