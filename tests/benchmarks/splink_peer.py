"""Splink's deterministic link and clustering on DuckDB, run by the Python of an environment that has Splink.

Called by ``tests.benchmarks.resolution``; prints seconds, peak memory in megabytes and the number of clusters.
"""

import json
import re
import sys
import time
from pathlib import Path


def main(path: str, rules: str) -> None:
    """Link and cluster the table in a Parquet file by rules, each a list of columns that must be equal."""
    import duckdb  # noqa: PLC0415
    from splink import Linker, SettingsCreator, block_on  # noqa: PLC0415
    from splink.backends.duckdb import DuckDBAPI  # noqa: PLC0415

    connection = duckdb.connect()
    connection.execute(f"set threads = 2; create table people as select * from '{path}'")
    api = DuckDBAPI(connection)
    settings = SettingsCreator(
        link_type="dedupe_only",
        blocking_rules_to_generate_predictions=[block_on(*columns) for columns in json.loads(rules)],
    )
    people = api.register("people")
    begun = time.perf_counter()
    linker = Linker(people, settings, log_level="ERROR")
    pairs = linker.inference.deterministic_link()
    clusters = linker.clustering.cluster_pairwise_predictions_at_threshold(pairs)
    taken = time.perf_counter() - begun
    (clustered,) = connection.execute(f"select count(distinct cluster_id) from {clusters.physical_name}").fetchone()
    # Not ru_maxrss: that starts from what the process held that started this one.
    peak = int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) / 1024
    print(json.dumps({"seconds": taken, "megabytes": peak, "composites": clustered}))


if __name__ == "__main__":
    main(*sys.argv[1:])
