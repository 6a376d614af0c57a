"""The benchmark at small sizes: that it runs and measures what it says; its times are for people to read."""

from tests.benchmarks import reidentification as benchmark


def test_the_shape_shrinks_in_proportion():
    assert benchmark.shape_of(480_189) == benchmark.WHOLE
    small = benchmark.shape_of(4_000)
    assert (small.items, small.entries) == (148, 296_000)


def test_every_kind_of_query_is_timed(capsys):
    benchmark.main(["--people", "4000", "--queries", "5"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("4,000 people, 148 items, 296,000 entries: built in")
    assert sum(line.startswith("8 facts, ") for line in lines) == len(benchmark.ATTACKS)
    assert all("of 5 named rightly" in line for line in lines[3:])


def test_a_crowd_is_timed(capsys):
    benchmark.main(["--crowd", "300"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("300 people of a crowd, ") and len(lines) == 5
    assert all(" strange records joined" in line for line in lines[1:4])
