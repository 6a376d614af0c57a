"""What recipients of an import are called: as the workspace calls them, else by their site, else by their title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from leakage.workspace.files.findings import Account
from leakage.workspace.files.sharing import name_key
from leakage.workspace.files.site import site_of
from leakage.workspace.workspace import Recipient, Workspace


class RecipientNames:
    """Knows recipients by their sites, and by names where only one recipient has that name.

    Arguments:
        workspace: its recipients keep their names.
        accounts: of an import; those that have a site are learnt first, so that the order of files does not matter.

    >>> shop = Account("Shop", "shop.example")
    >>> names = RecipientNames(Workspace(), [Account("Shop"), shop])
    >>> [account.recipient for account in names.accounts], names.known("www.shop.example")
    (['shop.example', 'shop.example'], 'shop.example')
    """

    def __init__(self, workspace: Workspace, accounts: Iterable[Account]) -> None:
        self._workspace = workspace
        self._site_of: dict[str, str] = {}
        self._by_site: dict[str, str] = {}
        self._by_name: dict[str, set[str]] = {}
        for name in workspace.recipient_names:
            self._learn(name, workspace.recipient(name).site or site_of(name), name)
        accounts = tuple(accounts)
        for account in accounts:
            if account.site and account.site not in self._by_site:
                self._learn(self._called_by_title(account), account.site, account.title)
            elif account.site:
                self._learn(self._by_site[account.site], account.site, account.title)
        self.accounts = tuple(replace(account, holder=self._called(account)) for account in accounts)

    def known(self, name: str) -> str:
        """The recipient that a title or a site stands for; empty where it is none of them, or several."""
        site = site_of(name)
        if site in self._by_site:
            return self._by_site[site]
        for key in (name.casefold(), name_key(name)):
            if len(names := self._by_name.get(key, set())) == 1:
                return next(iter(names))
        return ""

    def sites(self, accounts: Sequence[Account]) -> Iterator[Recipient]:
        """The recipients of accounts whose site is known now, and is not what they are called."""
        for name in dict.fromkeys(account.recipient for account in accounts):
            before, site = self._workspace.recipient(name), self._site_of.get(name, "")
            if site and not before.site and site_of(name) != site:
                yield replace(before, site=site)

    def _called(self, account: Account) -> str:
        if account.site:
            return self._by_site[account.site]
        name = self.known(account.title)
        if not name:
            self._learn(account.title, "", account.title)
        return name or account.title

    def _called_by_title(self, account: Account) -> str:
        """A recipient of the workspace that is called like the account, where no site says that it is another."""
        name = self.known(account.title) if account.title else ""
        return account.site if not name or self._site_of.get(name) else name

    def _learn(self, name: str, site: str, title: str) -> None:
        if site:
            self._by_site.setdefault(site, name)
            self._site_of.setdefault(name, site)
        for called in filter(None, (name, title)):
            for key in filter(None, (called.casefold(), name_key(called))):
                self._by_name.setdefault(key, set()).add(name)
