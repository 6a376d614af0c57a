"""Disinformation by its definitions: what is released arrives after all that is held, and every plan is resolved anew.

Operations, moves and prices are handed in and only asked what they are made of.
"""

import itertools
from functools import cache, partial, reduce

from leakage import Attribute, Record
from tests.oracles import matching, resolution


class Rule:
    """A rule as it is read word by word; what was asked once is kept."""

    def __init__(self, rule):
        self.matches = cache(partial(matching.same_person, rule))


class WordByWordResolution:
    """A resolution, its rule read word by word; what was merged once is kept."""

    def __init__(self, step):
        self.rule, self.merge, self.chains = Rule(step.match), cache(step.merge), type(step).__name__ == "SingleLink"

    def apply(self, records):
        chains = self.chains
        alike = resolution.chains(records, self.rule) if chains else resolution.swoosh(records, self.rule, self.merge)
        return [reduce(self.merge, [records[n] for n in group]) for group in alike], alike


class OwnersFirst:
    """2011, Section 1: every owner's records are resolved by themselves; a record that nobody holds stays as it is."""

    def __init__(self, stage):
        self.step = WordByWordResolution(stage.operation)

    def apply(self, records):
        owners = [getattr(record, "owner", number) for number, record in enumerate(records)]
        plain, resolved = [Record(record) for record in records], []
        for owner in dict.fromkeys(owners):
            numbers = [number for number, other in enumerate(owners) if other == owner]
            composites, alike = self.step.apply([plain[number] for number in numbers])
            for composite, group in zip(composites, alike, strict=True):
                resolved.append((tuple(numbers[n] for n in group), composite))
        resolved.sort(key=lambda entry: entry[0])
        return [composite for _, composite in resolved], [group for group, _ in resolved]


def applied(operation):
    """An operation that joins records, as it is read; any other as it is."""
    if type(operation).__name__ == "ResolvePerSource":
        return OwnersFirst(operation)
    return WordByWordResolution(operation) if hasattr(operation, "match") else operation


def analysed(records, operations):
    """2012, Section 2.4: the operations one after the other; every composite with its members, in their order."""
    composites, members = list(records), [(number,) for number in range(len(records))]
    for step in operations:
        kind = type(step).__name__
        if kind == "Correct":
            table = dict(step.replacements)
            composites = [resolution.still_owned(record, resolution.corrected(record, table)) for record in composites]
        elif kind == "Augment":
            rule = (step.given, step.label, dict(step.table))
            composites = [resolution.still_owned(record, resolution.augmented(record, *rule)) for record in composites]
        else:
            composites, alike = applied(step).apply(composites)
            members = [tuple(sorted(m for n in group for m in members[n])) for group in alike]
    return list(zip(composites, members, strict=True))


def by_weights(weights):
    """X, Y and W_e of one world: the weight of what is right, of all that is said, and of all there is."""

    def parts(world, record, reference):
        truth = [a.pair for a in reference]
        return [sum(weights.get(label, 1.0) for label, _ in pairs) for pairs in (world & {*truth}, world, truth)]

    return parts


def record_leakage(record, reference, parts):
    """2012, Definition 1, world by world; what is certain is in all of them."""
    certain = {a.pair for a in record if a.confidence == 1}
    doubtful = [a for a in record if 0 < a.confidence < 1]
    expected = 0.0
    for present in itertools.product((False, True), repeat=len(doubtful)):
        likely = 1.0
        for attribute, is_so in zip(doubtful, present, strict=True):
            likely *= attribute.confidence if is_so else 1 - attribute.confidence
        world = certain | {a.pair for a, is_so in zip(doubtful, present, strict=True) if is_so}
        right, record_weight, total = parts(world, record, reference)
        expected += likely * float(2 * right / (total + record_weight)) if right else 0.0
    return expected


class Definition:
    """L(R, e, E) = max over the composites of E(R); what was worked out once is kept.

    ``parts`` tells X, Y and W_e of one world and the reference, as ``by_weights`` does.
    """

    def __init__(self, reference, operations, parts):
        self.reference, self.parts = reference, parts
        self.operations = [applied(step) for step in operations]
        self._records, self._databases = {}, {}

    def of_record(self, record):
        if record not in self._records:
            self._records[record] = record_leakage(record, self.reference, self.parts)
        return self._records[record]

    def of(self, records):
        listed = tuple(records)
        if listed not in self._databases:
            composites = analysed(listed, self.operations)
            self._databases[listed] = max((self.of_record(record) for record, _ in composites), default=0.0)
        return self._databases[listed]

    def with_new(self, pools, new):
        """The pool that knows most, once records have arrived.

        Arguments:
            pools: (records, place) pairs: what arrives is read from that place on.
            new: (numbers of the pools it reaches, record) pairs, in the order of arrival.
        """
        worst = 0.0
        for number, (records, place) in enumerate(pools):
            arrived = [record for reached, record in new if number in reached]
            worst = max(worst, self.of((*records[:place], *arrived, *records[place:])))
        return worst


def groups(moves, pools, operations, grows):
    """The moves that hang together: in one composite of some pool if all were released; or, where composites do not
    only grow, in one pool at all."""
    tied = [{number} for number in range(len(moves))]
    for pool, (records, _) in enumerate(pools):
        landing = [number for number, move in enumerate(moves) if pool in move.channel.pools]
        composites = analysed([*records, *(moves[number].bait for number in landing)], operations)
        for _, members in composites if grows else [(None, range(len(records) + len(landing)))]:
            inside = {landing[m - len(records)] for m in members if m >= len(records)}
            touched = [group for group in tied if group & inside]
            tied = [group for group in tied if group not in touched] + [set().union(*touched)] * bool(touched)
    return [sorted(group) for group in tied]


def plans(definition, pools, moves, prices, labels, values, budget, records, per_label, grows, given):
    """Every plan of the space within the budget: (what it costs, what is known then).

    Of each group up to so many records, in the order of the moves, each with any number of wrong values of any label up
    to ``per_label`` values of it; no two wrong values of a plan the same. ``given`` puts a record into hands.
    """
    choices = []
    for group in groups(moves, pools, definition.operations, grows):
        singles = [(number, counts) for number in group for counts in versions(moves[number], labels, per_label)]
        some = (s for size in range(records + 1) for s in itertools.product(singles, repeat=size))
        choices.append([s for s in some if all(a[0] <= b[0] for a, b in itertools.pairwise(s))])

    def cost_of(entries):
        of_labels = (
            n * prices.of_attribute(label) for _, some in entries for n, label in zip(some, labels, strict=True)
        )
        return sum(prices.cost(moves[n].channel.recipient, moves[n].bait) for n, _ in entries) + sum(of_labels)

    payable = [[some for some in choice if cost_of(some) <= budget + 1e-9] for choice in choices]
    for chosen in itertools.product(*payable):
        in_order = sorted(itertools.chain(*chosen), key=lambda entry: entry[0])
        cost = cost_of(in_order)
        if cost <= budget + 1e-9:
            stated = written(in_order, moves, labels, values)
            new = [(reached, given(recipient, record)) for recipient, reached, record in stated]
            yield cost, definition.with_new(pools, new)


def versions(move, labels, per_label):
    """Every number of wrong values of every label that a record of a move can take, in the fields that its form has."""
    fields = labels if move.channel.fields is None else move.channel.fields
    stated = [sum(a.label == label for a in move.bait) if label in fields else per_label for label in labels]
    return itertools.product(*(range(max(0, per_label - number) + 1) for number in stated))


def written(chosen, moves, labels, values):
    """The records: to whom, which pools they reach, and what they say."""
    used = dict.fromkeys(labels, 0)
    for number, counts in chosen:
        wrong = []
        for label, count in zip(labels, counts, strict=True):
            wrong += [Attribute(label, value) for value in values(label, used[label] + count)[used[label] :]]
            used[label] += count
        move = moves[number]
        yield move.channel.recipient, move.channel.pools, Record((*move.bait, *wrong))
