"""The 2012 paper's experiments, to be run again: trends, accuracy, running time, and one record in all its worlds.

See also:
    ``leakage.synthetic`` draws the data; ``leakage.measure`` has the algorithms that are compared.
"""
