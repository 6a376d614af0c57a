"""A policy while it is edited: what one change in its form makes of the workspace, saved in a callback."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from leakage.workspace.figures.plan.adversary_weights import with_adversary_renamed
from leakage.workspace.forms.policy import PolicyForm, adversary_of
from leakage.workspace.past import renamed
from leakage.workspace.workspace import Policy, Workspace
from pages.shell import history, session

EDITED = "edit a policy"


@dataclass(frozen=True, eq=False)
class Editing:
    """A policy as it is drawn.

    Arguments:
        workspace: it is part of this one.
        policy: the policy.
        form: the same as a form.
    """

    workspace: Workspace
    policy: Policy
    form: PolicyForm

    def having(self, **fields: Any) -> Workspace:
        """The workspace with other entries in the form."""
        return self._with(Policy(self.policy.name, adversary_of(replace(self.form, **fields))))

    def renamed(self, name: str) -> Workspace:
        """The workspace with the policy under another name; what her figures were goes with her, and her weight."""
        edited = with_adversary_renamed(self._with(Policy(name, adversary_of(self.form))), self.policy.name, name)
        return edited.with_past(renamed(edited.past, self.policy.name, name))

    def put(self, edited: Workspace, widget: str = "") -> None:
        """Take over what an edit made of the workspace, in a callback; arguments as for ``history.put``."""
        history.put(self.workspace, edited, EDITED, widget)

    def field(self, name: str, key: str, read: Callable[[Any], Any] = lambda shown: shown) -> dict[str, Any]:
        """What makes a widget one for an entry of the form.

        Arguments:
            name: of the entry.
            key: of the widget.
            read: the entry as what the widget shows says it.
        """
        return {
            "key": key,
            "on_change": session.tell,
            "args": (key, lambda shown: self.put(self.having(**{name: read(shown)}), key)),
        }

    def _with(self, fresh: Policy) -> Workspace:
        if fresh == self.policy:
            return self.workspace
        policies = tuple(fresh if held is self.policy else held for held in self.workspace.policies)
        chosen = fresh.name if self.workspace.chosen == self.policy.name else self.workspace.chosen
        return replace(self.workspace, policies=policies, chosen=chosen)
