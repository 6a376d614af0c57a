"""A model trained by Splink and the match weights it gives, run by the Python of an environment that has Splink.

    PYTHON tests/benchmarks/splink_weights.py tests/data/fake_1000.csv tests/data

writes ``splink_4_model.json`` and ``splink_4_weights.csv``, or those of Splink 5, which the tests hold against.
"""

import csv
import inspect
import json
import random
import sys
from pathlib import Path

EACH = 120


def main(path: str, folder: str) -> None:
    """Train on a table and write the model and the weights of pairs, some of every size."""
    import duckdb  # noqa: PLC0415
    import splink  # noqa: PLC0415
    from splink import Linker, block_on  # noqa: PLC0415
    from splink.backends.duckdb import DuckDBAPI  # noqa: PLC0415

    connection = duckdb.connect()
    # Training draws pairs, and one thread draws them alike each time.
    connection.execute(f"set threads = 1; create table people as select * from read_csv('{path}', all_varchar = true)")
    api = DuckDBAPI(connection)
    # Splink 5 has tables registered first.
    linker = Linker(api.register("people") if splink.__version__ >= "5" else "people", *_settings(api))
    linker.training.estimate_probability_two_random_records_match([block_on("email", "dob")], recall=0.6)
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, **_seed(linker))
    for columns in (("dob",), ("email",), ("first_name", "city")):
        linker.training.estimate_parameters_using_expectation_maximisation(block_on(*columns))
    version = splink.__version__.split(".", maxsplit=1)[0]
    model = linker.misc.save_model_to_json(None)
    for left_out in ("linker_uid", "sql_dialect_str"):
        model.pop(left_out, None)
    Path(folder, f"splink_{version}_model.json").write_text(json.dumps(model, indent=1) + "\n", encoding="utf-8")
    predicted = linker.inference.predict().physical_name
    rows = connection.execute(
        f"select unique_id_l, unique_id_r, match_weight from {predicted} order by match_weight, 1, 2"
    ).fetchall()
    with Path(folder, f"splink_{version}_weights.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("left", "right", "weight"))
        writer.writerows((left, right, repr(weight)) for left, right, weight in _some(rows))


def _settings(api) -> tuple:
    import splink  # noqa: PLC0415
    import splink.comparison_library as cl  # noqa: PLC0415
    from splink import SettingsCreator, block_on  # noqa: PLC0415

    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            cl.NameComparison("first_name"),
            cl.JaroAtThresholds("surname", [0.9, 0.7]).configure(term_frequency_adjustments=True),
            cl.DateOfBirthComparison("dob", input_is_string=True),
            cl.DamerauLevenshteinAtThresholds("city", 1).configure(term_frequency_adjustments=True),
            cl.EmailComparison("email"),
        ],
        blocking_rules_to_generate_predictions=[block_on(column) for column in ("first_name", "dob", "city", "email")],
    )
    return (settings,) if splink.__version__ >= "5" else (settings, api)


def _seed(linker) -> dict:
    parameters = inspect.signature(linker.training.estimate_u_using_random_sampling).parameters
    return {"seed": 1} if "seed" in parameters else {}


def _some(rows: list) -> list:
    """Pairs of all weights: the heaviest, the lightest and some between."""
    middle = random.Random(1).sample(rows[EACH:-EACH], EACH)
    return sorted({*rows[:EACH], *middle, *rows[-EACH:]})


if __name__ == "__main__":
    main(*sys.argv[1:])
