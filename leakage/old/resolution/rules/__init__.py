"""The families of match rules, a module each: what a rule does, what it says of itself, how it is saved and written."""
