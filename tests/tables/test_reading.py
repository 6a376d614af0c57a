"""Tables from files, as people have them."""

import pandas as pd
import pytest

from leakage.scenarios.published import PUBLISHED
from leakage.tables.records import read_table_csv


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("example", PUBLISHED, ids=lambda example: example.key)
def test_every_example_comes_back(example, delimiter, encoding):
    content = example.frame.to_csv(index=False, sep=delimiter).encode(encoding)
    pd.testing.assert_frame_equal(read_table_csv(content), example.frame, check_dtype=False)


def test_cells_are_texts_and_blanks_are_missing():
    frame = read_table_csv(b'Zip,"Name, first",NA\r\n01234, Bob ,NA\r\n"5,6",,nan\r\n')
    assert list(frame.columns) == ["Zip", "Name, first", "NA"]
    assert frame.iloc[0].tolist() == ["01234", "Bob", "NA"]
    assert frame["Name, first"].isna().tolist() == [False, True]
    assert frame.iloc[1].tolist()[::2] == ["5,6", "nan"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "first line must name the columns"),
        (b"\n1,2\n", "first line must name the columns"),
        (b"secret4711\n1\n2\n", "at least two columns"),
        (b"secret4711,\n1,2\n3,4\n", "every column must have a name"),
        (b"secret4711,secret4711\n1,2\n3,4\n", "same name"),
        (b"a,b\nsecret4711,2\n", "at least two rows below its first line, got 1"),
        (b"a,b\n1,2\nsecret4711,2,3,4\n", "as many cells as the first"),
        (b"a,b\n\xff\xfe,secret4711\n1,2\n", "UTF-8"),
        (b"a,b\n" + b"secret4711,2\n" * 5_000_000, "larger than 50 MB"),
        (b",".join(b"c%d" % n for n in range(300)) + b"\n1\n2\n", "at most 200 columns, got 300"),
    ],
)
def test_what_is_refused_is_not_repeated(content, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        read_table_csv(content)
    assert "secret4711" not in str(caught.value)
