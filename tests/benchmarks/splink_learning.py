"""Splink's training without labels on DuckDB, run by the Python of an environment that has Splink.

Called by ``tests.benchmarks.learning``; prints seconds, processor time and peak memory in megabytes from a DataFrame to
a trained model, and writes the pairs that the model finds more likely than not.
"""

import json
import logging
import re
import sys
import time
from pathlib import Path


def main(path: str, found: str, plan_text: str) -> None:
    """Train on the table in a Parquet file as Splink's documentation has it, and predict.

    Arguments:
        path: of the table.
        found: where the pairs go.
        plan_text: as JSON the levels of the comparisons, the columns by which pairs are found, those of rules that are
            hardly ever wrong with their recall, those that training blocks on, and whether values weigh by frequency.
    """
    import duckdb  # noqa: PLC0415
    import pandas as pd  # noqa: PLC0415
    from splink import Linker, SettingsCreator, block_on  # noqa: PLC0415
    from splink.backends.duckdb import DuckDBAPI  # noqa: PLC0415

    logging.getLogger("splink").setLevel(logging.ERROR)
    plan, frame = json.loads(plan_text), pd.read_parquet(path)
    connection = duckdb.connect()
    connection.execute("set threads = 2")
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=[_comparison(*level, plan["frequencies"]) for level in plan["levels"]],
        blocking_rules_to_generate_predictions=[block_on(*columns) for columns in plan["shared"]],
    )
    begun, processor = time.perf_counter(), time.process_time()
    linker = Linker(DuckDBAPI(connection).register(frame), settings, log_level="ERROR")
    rules = [block_on(*columns) for columns in plan["certain"]]
    linker.training.estimate_probability_two_random_records_match(rules, recall=plan["recall"])
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    for columns in plan["training"]:
        linker.training.estimate_parameters_using_expectation_maximisation(block_on(*columns))
    taken, processor = time.perf_counter() - begun, time.process_time() - processor
    # Not ru_maxrss: that starts from what the process held that started this one.
    peak = int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) / 1024
    pairs = linker.inference.predict(threshold_match_probability=0.5).as_pandas_dataframe()
    pairs[["unique_id_l", "unique_id_r"]].to_parquet(found)
    print(json.dumps({"seconds": taken, "processor": processor, "megabytes": peak}))


def _comparison(label: str, kind: str, thresholds: list, frequencies: bool):
    import splink.comparison_library as cl  # noqa: PLC0415

    makes = {"name": cl.JaroWinklerAtThresholds, "damerau levenshtein": cl.DamerauLevenshteinAtThresholds}
    comparison = makes[kind](label, thresholds) if thresholds else cl.ExactMatch(label)
    return comparison.configure(term_frequency_adjustments=True) if frequencies else comparison


if __name__ == "__main__":
    main(*sys.argv[1:])
