"""The parts of the re-identification page."""
