"""Sentences that more than one page shows."""

COST_HELP = (
    "What is counted does not depend on how this program finds the outcome: one comparison for each join, and one for "
    "each two joined records that stay apart; for corrections and look-ups one for each record. A quadratic cost "
    "takes every pair of records instead. Times the price of one."
)
