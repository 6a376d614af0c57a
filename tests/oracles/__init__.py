"""The definitions, slow and obvious: what every fast path is held against.

They share nothing with ``leakage`` but its values, Record and Attribute; rules and merges are handed in.
"""
