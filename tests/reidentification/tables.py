"""Small tables as plain dictionaries, and the paper's definitions on them as plain loops."""

import datetime
import math

from hypothesis import strategies as st

from leakage.reidentification import Fact, SparseTable, ValueSimilarity

FIRST = datetime.date(2005, 1, 1)
VALUES = (1, 2, 3.5, 5)


def date(day):
    return FIRST + datetime.timedelta(day)


def table_of(cells, people, dated=True):
    """A SparseTable from {(person, item): (value, day)}; people are numbered as named, some may have nothing."""
    # An item that everybody has fixes the numbers of the people; it is cut off again below.
    rows = [(who, "everybody's", 1, 0) for who in people]
    rows += [(who, what, value, day) for (who, what), (value, day) in cells.items()]
    who, what, value, day = zip(*rows, strict=True)
    whole = SparseTable.from_columns(who, what, value, [date(d).isoformat() for d in day] if dated else None)
    cut = len(people)
    return SparseTable(
        whole.people,
        whole.items[1:],
        whole.start[1:] - cut,
        whole.person[cut:],
        whole.level[cut:],
        whole.levels,
        whole.numbers,
        None if whole.day is None else whole.day[cut:],
        whole.first_day,
    )


@st.composite
def cases(draw, dated=True, least=2):
    """(cells, people, table, facts, similarity): some facts are of items that nobody has, some of no value."""
    people = [f"p{n}" for n in range(draw(st.integers(least, 6)))]
    items = [f"i{n}" for n in range(draw(st.integers(1, 4)))]
    cell = st.tuples(st.sampled_from(VALUES), st.integers(0, 9))
    keys = st.tuples(st.sampled_from(people), st.sampled_from(items))
    # Left to itself, hypothesis draws tables that are nearly empty.
    least_cells = draw(st.integers(0, len(people) * len(items) // 2))
    cells = draw(st.dictionaries(keys, cell, min_size=least_cells, max_size=24))
    chosen = draw(st.lists(st.sampled_from([*items, "unknown"]), min_size=1, max_size=5, unique=True))
    facts = tuple(
        Fact(
            item,
            str(draw(st.sampled_from(("", 1, 2, 3, 4.5, 5)))),
            draw(st.none() | st.builds(date, st.integers(-3, 12))),
        )
        for item in chosen
    )
    return cells, people, table_of(cells, people, dated), facts, draw(value_similarities())


def value_similarities():
    return st.builds(
        ValueSimilarity, st.sampled_from((0.0, 0.5, 1.0, 2.5)), st.none() | st.integers(0, 5), st.booleans()
    )


def distance_similarity(distance, limit, fading):
    if fading and limit:
        return max(0.0, 1.0 - distance / limit)
    return 1.0 if distance <= limit else 0.0


def value_similarity(fact, cell, similarity, dated=True):
    """Sim(aux_i, r'_i)."""
    if cell is None:
        return 0.0
    value, day = cell
    similar = (
        distance_similarity(abs(float(fact.value) - value), similarity.within, similarity.fading) if fact.value else 1.0
    )
    if dated and similarity.days is not None and fact.date is not None:
        apart = abs((fact.date - date(day)).days)
        similar = min(similar, distance_similarity(apart, similarity.days, similarity.fading))
    return similar


def support(cells, item):
    return sum(what == item for _, what in cells)


def least(cells, people, facts, similarity, dated=True):
    """Score(aux, r') of Scoreboard for everybody."""
    return [min(value_similarity(f, cells.get((who, f.item)), similarity, dated) for f in facts) for who in people]


def weighted(cells, people, facts, similarity, dated=True):
    """Score(aux, r') of Scoreboard-RH for everybody."""
    scores = []
    for who in people:
        total = 0.0
        for fact in facts:
            similar = value_similarity(fact, cells.get((who, fact.item)), similarity, dated)
            if similar:
                total += similar / math.log(max(2, support(cells, fact.item)))
        scores.append(total)
    return scores


def everybody(lineup):
    """The scores of all N, zeros included."""
    scores = [0.0] * lineup.scores.size
    for person, value in zip(lineup.scores.people.tolist(), lineup.scores.values.tolist(), strict=True):
        scores[person] = value
    return scores


def without(cells, people, person):
    """The table with one row deleted."""
    left = [who for who in people if who != people[person]]
    return table_of({key: cell for key, cell in cells.items() if key[0] != people[person]}, left), left
