"""Policies of every rule type, and small databases on which they collide."""

from dataclasses import dataclass

from hypothesis import strategies as st

from leakage.old.resolution.linkage.comparison import Comparison, Level
from leakage.old.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.old.resolution.match import Key, Rule
from leakage.old.resolution.merge import latest_wins_merge, noisy_or_merge, union_merge
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.old.resolution.rules.normalised import Normalised, Normaliser
from leakage.old.resolution.rules.score import AtLeast
from leakage.old.resolution.rules.shared_values import AnyOf, SameKeySet, Shares
from leakage.old.resolution.rules.similar_values import Similar
from tests.strategies import databases

# A name, a number, a day, a generalised value and the same again in another spelling.
WORDS = [
    "Katherine",
    "Katharine",
    "katharine ",
    "1",
    "2",
    "3",
    "2*",
    "25",
    "2020-01-01",
    "2020-01-02",
    "1-2",
    "1..3",
    "2…",
    "Zoé",
    "Zoè",
    "éZo",
]
word_databases = databases(max_size=8, values=WORDS)

similars = st.one_of(
    st.builds(Similar, st.just("N"), st.sampled_from([0.8, 0.95]), st.sampled_from(["name", "text"]), st.just(0.0)),
    st.builds(Similar, st.just("N"), st.just(0.9), st.sampled_from(["number", "date", "covers"]), st.just(1.0)),
    st.builds(Similar, st.just("N"), st.just(0.8), st.just("name"), st.just(0.0), st.just(False)),
    st.builds(
        Similar,
        st.just("N"),
        st.sampled_from([0.5, 0.8]),
        st.sampled_from(("name", "damerau levenshtein")),
        st.sampled_from([1.0, 3.0]),
    ),
)
with_similar = st.one_of(
    similars.map(Shares),
    similars.map(lambda similar: Shares(similar, "P")),
    similars.map(lambda similar: AnyOf(Shares(similar), Shares("P", "C"))),
)
scores = st.builds(
    AtLeast,
    st.sampled_from([1.0, 2.0, 2.5]),
    st.just((("N", 1.0), ("P", 1.5), ("C", 1.0))),
)
ALIKE = (
    Similar("N", 0.9),
    Similar("N", 0.8, blocked=False),
    Similar("N", kind="number", within=1.0),
    Similar("N", kind="damerau levenshtein", within=2.0),
    Similar("N", kind="date", within=1.0),
    Similar("N", kind="covers"),
)


@st.composite
def comparisons(draw, label):
    """Levels that speak for one person, and now and then against it, or the other way round."""
    alike = draw(st.lists(st.sampled_from(ALIKE), max_size=2, unique=True)) if label == "N" else []
    nearness = [None, *alike]
    chances = st.sampled_from([0.9, 0.5, 0.1, 0.01, 0.001])
    levels = [Level(draw(chances), draw(chances), s, float(s is None and draw(st.booleans()))) for s in nearness]
    frequencies = draw(st.sampled_from([(), (("1", 0.3), ("2", 0.01))]))
    otherwise = Level(draw(st.sampled_from([0.1, 0.1, 0.9])), draw(st.sampled_from([0.9, 0.6])))
    return Comparison(label, tuple(levels), otherwise, frequencies, draw(st.sampled_from([None, 0.05])))


# A threshold that no product of these chances is near to.
evidence = st.builds(
    FellegiSunter,
    st.sampled_from([0.01, 0.3, 0.9]),
    st.tuples(comparisons("N"), comparisons("P"), comparisons("C")),
    st.sampled_from([-1.2345678, 0.0123456, 2.3456789, 5.4321987]),
)
only_for = evidence.map(lambda match: match.relaxed)
equal = st.sampled_from([Shares("N"), Shares("N", "P"), AnyOf(Shares("N"), Shares("P", "C"))])
key_sets = st.sampled_from([SameKeySet("N"), SameKeySet("N", "P")])
representative = st.one_of(equal, key_sets, with_similar, scores, only_for)
unless = st.builds(
    Unless, st.one_of(equal, with_similar, scores), st.sampled_from([Conflicts("P"), Conflicts("C", "P")])
)
plain = st.one_of(
    representative,
    evidence,
    unless,
    st.builds(AnyOf, unless, equal),
    st.builds(AnyOf, equal, key_sets),
)
normalisers = st.sampled_from([Normaliser(), Normaliser(case=False), Normaliser(phones=("N",), region="US")])


def normalised(matches):
    return st.one_of(matches, st.builds(Normalised, matches, normalisers))


@dataclass(frozen=True)
class SameBeginning(Rule):
    """A rule of one's own, whose keys are parts of values: it says no more of itself than any rule may."""

    size: int
    labels = ("N",)
    is_monotone = True
    cross_record_keys = None

    def pairs(self, record):
        return [("N", value[: self.size]) for value in record.values("N")]

    def keys(self, record):
        return (Key(self, (pair,)) for pair in dict.fromkeys(self.pairs(record)))

    def sentence(self):
        return f"the same first {self.size} characters of N"


beginnings = st.builds(SameBeginning, st.sampled_from([1, 2, 4]))
own = normalised(
    st.one_of(
        beginnings,
        st.builds(AnyOf, beginnings, equal),
        st.builds(Unless, beginnings, st.just(Conflicts("P"))),
    )
)

merges = st.sampled_from([union_merge, noisy_or_merge, latest_wins_merge])
