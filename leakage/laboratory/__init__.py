"""The 2012 paper's experiments, to be run again: trends, accuracy, running time, and one record in all its worlds."""
