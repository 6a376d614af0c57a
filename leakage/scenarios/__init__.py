"""The papers' examples and a realistic person, as data for the app and the tests alike."""
