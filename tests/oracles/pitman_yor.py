"""The Pitman-Yor process by its definition: every partition of a few people with its probability, and people drawn."""

from collections import Counter
from fractions import Fraction


def partitions(n):
    """Every way to sort n people by kind, as the kind of each in the order they come."""
    if n == 0:
        yield ()
        return
    for rest in partitions(n - 1):
        for kind in range(max(rest, default=-1) + 2):
            yield (*rest, kind)


def sizes_of(kinds):
    """How many there are of each kind."""
    return list(Counter(kinds).values())


def probability(kinds, d, theta):
    """Of a partition, one person after the other."""
    chance, sizes = Fraction(1), []
    for n, kind in enumerate(kinds):
        if kind == len(sizes):
            chance *= (theta + d * len(sizes)) / (theta + n) if n else 1
            sizes.append(1)
        else:
            chance *= (sizes[kind] - d) / (theta + n)
            sizes[kind] += 1
    return chance


def moments(n, d, theta, number, seen=()):
    """The mean and the mean square of a number of the sizes, over all partitions that go on from those seen."""
    going_on = [kinds for kinds in partitions(n) if kinds[: len(seen)] == tuple(seen)]
    chances = [probability(kinds, d, theta) for kinds in going_on]
    numbers = [number(sizes_of(kinds)) for kinds in going_on]
    whole = sum(chances)
    return tuple(sum(p * x**power for p, x in zip(chances, numbers, strict=True)) / whole for power in (1, 2))


def drawn(n, d, theta, chance, kinds=()):
    """The kind of each of n people who come by chance, after those there are."""
    kinds = list(kinds)
    sizes = Counter(kinds)
    while len(kinds) < n:
        if not kinds or chance.random() * (theta + len(kinds)) < theta + d * len(sizes):
            kind = len(sizes)
        else:
            # Somebody's kind is taken, and another's where the discount says so: a kind of c by c - d.
            kind = chance.choice(kinds)
            while chance.random() * sizes[kind] >= sizes[kind] - d:
                kind = chance.choice(kinds)
        kinds.append(kind)
        sizes[kind] += 1
    return kinds
