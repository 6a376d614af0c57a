"""How much one record reveals: leakage exact for any weights, its derivatives, and what is measured by."""
