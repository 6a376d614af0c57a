"""Random situations, actions and threats of every kind, small enough that all plans can be tried."""

from leakage.old.decision.plan.actions import (
    Change,
    Erase,
    HeldRecord,
    Option,
    Situation,
    StopSharing,
    Threat,
    Together,
    Withhold,
    known_by,
)
from tests.old.decision import kinds

PARTIES = ("Shop", "Bank", "Forum")
COSTS = (0.5, 1.0, 1.0, 2.0, 3.5)


def situation(chance, most=5):
    releases, background, reference = kinds.scene(chance, most)
    holdings = [HeldRecord(f"{number}", chance.choice(PARTIES), record) for number, record in enumerate(releases)]
    coming = (
        [HeldRecord("next", chance.choice(PARTIES), holdings.pop().record)]
        if holdings and chance.random() < 0.5
        else []
    )
    return Situation.of(reference, holdings, tuple(background), tuple(coming))


def action(chance, situation):
    """An action that may do something here, or nothing; now and then several done together."""
    each = single_action(chance, situation)
    if chance.random() < 0.8:
        return each
    return Together((each, *(single_action(chance, situation) for _ in range(chance.randint(0, 2)))))


def single_action(chance, situation):
    """One action of any kind."""
    values = sorted({a.pair for holding in situation.held_records for a in holding.record} | {("N", "1")})
    names = [holding.name for holding in situation.held_records] or ["nothing"]
    party, pair, name = chance.choice(PARTIES), chance.choice(values), chance.choice(names)
    of_party = tuple(holding.name for holding in situation.held if holding.recipient == party)
    return chance.choice(
        [
            Erase((name,)),
            Erase(of_party),
            Change(pair, (party,)),
            Change(pair),
            Change(pair, stays=True),
            Withhold("next", pair),
            StopSharing(party),
        ]
    )


def options(chance, situation, most=5):
    actions = [action(chance, situation) for _ in range(chance.randint(0, most))]
    return [Option(each, chance.choice(COSTS)) for each in dict.fromkeys(actions)]


def threats(chance, most=3):
    sharing = [None, (), (PARTIES[:2],), (PARTIES[:2], PARTIES[1:])]
    return [
        Threat(f"Eve {n}", kinds.adversary(chance), chance.choice(sharing), own(chance))
        for n in range(chance.randint(1, most))
    ]


def own(chance):
    """What an adversary alone holds besides: mostly nothing."""
    return tuple(kinds.record(chance, ("1", "2", "9")) for _ in range(chance.choice([0, 0, 1, 2])))


def chosen(items, mask):
    return [item for number, item in enumerate(items) if mask >> number & 1]


def situation_leakage(situation, threat, weights=None):
    """``max over pools P of L(R_P + B, e, E)``, resolved from scratch; 0 for no pool (2012, Definition 2)."""
    return max((known.leakage for _, known in known_by(situation, threat, weights)), default=0.0)
