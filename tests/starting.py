"""A work of before there was a standard person: an empty profile, and policies from strict to loose."""

from leakage import Adversary, AnyOf, Resolve, Shares
from leakage.workspace.workspace import Policy, Workspace


def policy(name, match):
    return Policy(name, Adversary((Resolve(match),)))


SAME_NAME = policy("Same name is the same person", Shares("Name"))


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
            SAME_NAME,
        ),
    )
