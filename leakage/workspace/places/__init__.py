"""Places: what kind of company a recipient is, what such places ask for, and who owns them."""
