"""The breaches that Have I Been Pwned names for an address, as releases."""
