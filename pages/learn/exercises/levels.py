"""What the difficulties are called."""

LEVELS = {1: "easy", 2: "medium", 3: "hard"}
