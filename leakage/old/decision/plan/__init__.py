"""One plan over every lever: which actions, within minutes and money, leave the adversaries least."""
