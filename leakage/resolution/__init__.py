"""Which records the adversary takes to be one person: rules, merges, operations, and why records were joined."""
