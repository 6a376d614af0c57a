"""The computation package as it was, until its callers have switched."""
