"""Exports of social networks, platforms and phones: what they hold, and who shares with whom."""
