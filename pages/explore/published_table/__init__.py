"""The parts of the page about published tables."""
