"""The parts of the page about an attacker's error: one example of Rebollo-Monedero et al. a file."""
