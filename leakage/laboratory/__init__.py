"""The 2012 paper's experiments, run again: its generator, trends, accuracy, running time, and one record's worlds."""
