"""How the adversary connects the dots: match, merge, resolve, dip."""
