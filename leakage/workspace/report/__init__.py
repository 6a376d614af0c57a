"""The report: one HTML file for people, which opens without a network and asks for nothing."""
