import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.helpers import sound, start


@pytest.fixture(scope="module")
def session() -> AppTest:
    """One session that opens one workspace after another, as somebody who looks through the examples does."""
    return sound(start())
