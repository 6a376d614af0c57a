"""Kit: what two pages or more draw."""
