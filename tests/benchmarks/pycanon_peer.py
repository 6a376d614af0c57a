"""pycanon's yardsticks on a table, run by the Python of an environment that has pycanon.

Called by ``tests.benchmarks.tables``; prints for every yardstick its value and the seconds it took.
"""

import json
import sys
import time


def main(path: str, quasi_identifiers: str, sensitive: str) -> None:
    """Measure the table in a CSV file with semicolons."""
    import pandas as pd  # noqa: PLC0415
    from pycanon import anonymity  # noqa: PLC0415

    table, columns = pd.read_csv(path, sep=";"), json.loads(quasi_identifiers)
    measured = {}
    for name, measure in (
        ("k-anonymity", lambda: anonymity.k_anonymity(table, columns)),
        ("distinct l-diversity", lambda: anonymity.l_diversity(table, columns, [sensitive])),
        ("entropy l-diversity", lambda: anonymity.entropy_l_diversity(table, columns, [sensitive])),
        ("t-closeness", lambda: anonymity.t_closeness(table, columns, [sensitive])),
        ("δ-disclosure", lambda: anonymity.delta_disclosure(table, columns, [sensitive])),
    ):
        begun = time.perf_counter()
        value = float(measure())
        measured[name] = (value, time.perf_counter() - begun)
    print(json.dumps(measured))


if __name__ == "__main__":
    main(*sys.argv[1:])
