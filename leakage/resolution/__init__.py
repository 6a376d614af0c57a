"""Who the adversary takes for one person: rules, merging, operations, and why records were joined."""
