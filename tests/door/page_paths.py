"""Where the pages are, from the catalogue."""

from pages.catalogue import PAGES


def page_titles() -> dict[str, str]:
    """The address of every page, and its title."""
    return {f"/{page.url_path}": page.title for page in PAGES}
