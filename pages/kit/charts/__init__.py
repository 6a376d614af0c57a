"""Charts: each a function from figures to a Chart, tested through its data."""
