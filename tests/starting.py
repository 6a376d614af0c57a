"""Works to start from: an empty profile with policies from strict to loose, and the example without presumed facts."""

from dataclasses import replace

from leakage import Adversary, AnyOf, Resolve, Shares
from leakage.record import is_typed
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.vocabulary import default_weight
from leakage.workspace.workspace import Policy, Workspace


def policy(name, match):
    return Policy(name, Adversary((Resolve(match),)))


def starting_workspace():
    return Workspace(
        policies=(
            policy(
                "Same name and card, or same name and phone, is the same person",
                AnyOf(Shares("Name", "Card"), Shares("Name", "Phone")),
            ),
            policy(
                "Same email, phone, card or national id is the same person",
                AnyOf(*(Shares(label) for label in ("Email", "Phone", "Card", "National id"))),
            ),
            policy(
                "Same name with the same address, date of birth, email or phone is the same person",
                AnyOf(*(Shares("Name", other) for other in ("Address", "Date of birth", "Email", "Phone"))),
            ),
            policy("Same name is the same person", Shares("Name")),
        ),
    )


def plain_person():
    """The realistic example without what is presumed of her, and the Eves share in one way."""
    example = realistic_person()
    work, eves = example.workspace, starting_workspace().policies
    mine = tuple(pair for pair in work.profile if is_typed(pair))
    bare = Workspace(
        profile=mine,
        weights=tuple((label, default_weight(label)) for label in dict.fromkeys(label for label, _ in mine)),
        releases=tuple(replace(release, presumed=()) for release in work.releases),
        background=work.background,
        policies=eves,
        chosen=eves[1].name,
        plans=work.plans,
        title=work.title,
    )
    return replace(example, key="plain-person", workspace=bare)
