"""Which of a person's accounts may be in which breach, from the definition and one account at a time.

Shares no code with what it tests: a site is the last two labels of a name, which is right for the made-up names here.
"""


def site(name):
    return ".".join(name.casefold().split(".")[-2:])


def expected(breaches, releases, labels_of, before, undated, unverified):
    """For every breach that counts, the pairs it may hold with their confidences; releases are (site, date, record)."""
    holds = {}
    for title, domain, date, classes, verified, counts in breaches:
        if not counts or not domain:
            continue
        for place, day, record in releases:
            if place != site(domain):
                continue
            if day and date and day > date:
                continue
            factor = before if day and date else undated
            if not verified:
                factor = factor * unverified
            for label, value, confidence in record:
                if label in labels_of(classes):
                    facts = holds.setdefault(title, {})
                    facts[label, value] = max(facts.get((label, value), 0.0), confidence * factor)
    return holds
