"""Mutation testing of the heart: small faults are put in, one at a time, and a test has to notice each.

    python -m tests.mutation                      40 faults in each part of the heart, drawn with a seed
    python -m tests.mutation leakage/tables       in one folder or file only
    python -m tests.mutation leakage/x.py:53      every fault of one line

Written for this house because the well-kept tools do not suit it: mutmut leaves decorated functions alone, and most
of what the value types here compute is in properties; cosmic-ray runs one command for every fault, and knows nothing
of which tests reach it.
"""
