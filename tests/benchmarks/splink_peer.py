"""Splink's deterministic link and clustering on DuckDB, run by the Python of an environment that has Splink.

Called by ``tests.benchmarks.resolution``; prints seconds, peak memory in megabytes and the number of clusters.
"""

import json
import re
import sys
import time
from pathlib import Path


def main(path: str, source: str, rules: str) -> None:
    """Link and cluster the table in a Parquet file by rules, each a list of columns that must be equal.

    Reading is counted from the file itself, or from the DataFrame that is in memory.
    """
    import duckdb  # noqa: PLC0415
    import pandas as pd  # noqa: PLC0415
    from splink import Linker, SettingsCreator, block_on  # noqa: PLC0415
    from splink.backends.duckdb import DuckDBAPI  # noqa: PLC0415

    connection = duckdb.connect()
    connection.execute("set threads = 2")
    api = DuckDBAPI(connection)
    settings = SettingsCreator(
        link_type="dedupe_only",
        blocking_rules_to_generate_predictions=[block_on(*columns) for columns in json.loads(rules)],
    )
    frame = pd.read_parquet(path) if source == "DataFrame" else None
    begun, processor = time.perf_counter(), time.process_time()
    if frame is None:
        connection.execute(f"create table people as select * from '{path}'")
    people = api.register("people" if frame is None else frame)
    linker = Linker(people, settings, log_level="ERROR")
    pairs = linker.inference.deterministic_link()
    clusters = linker.clustering.cluster_pairwise_predictions_at_threshold(pairs)
    taken, processor = time.perf_counter() - begun, time.process_time() - processor
    (clustered,) = connection.execute(f"select count(distinct cluster_id) from {clusters.physical_name}").fetchone()
    # Not ru_maxrss: that starts from what the process held that started this one.
    peak = int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) / 1024
    measured = {"seconds": taken, "processor": processor, "megabytes": peak, "composites": clustered}
    print(json.dumps(measured))


if __name__ == "__main__":
    main(*sys.argv[1:])
