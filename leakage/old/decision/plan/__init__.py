"""One plan over every lever: which actions, within the minutes there are, leave the adversaries least."""
