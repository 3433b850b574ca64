"""Pages as tests read them."""

from html import unescape
from typing import TYPE_CHECKING, Any, TypeAlias

from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from annotation.models import User

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

Response: TypeAlias = "_MonkeyPatchedWSGIResponse"


def text_of(answer: Any, status: int | None = None) -> str:
    """Return the source of a page, which must have this status, if one is given."""
    assert status in {None, answer.status_code}, answer.status_code
    source: str = answer.content.decode()
    return source


def read(client: Client, address: str, status: int = 200) -> str:
    """Open an address, and return the source of its page."""
    return text_of(client.get(address), status)


def read_words(client: Client, address: str, status: int = 200) -> str:
    """Open an address, and return its source with each run of white space as one space."""
    return " ".join(read(client, address, status).split())


def page_of(client: Client, name: str, *where: object, **query: Any) -> str:
    """Return the source of the researchers' page of this name."""
    return text_of(client.get(reverse(f"research:{name}", args=where), query), 200)


def words_on(client: Client, name: str, *where: object, **query: Any) -> str:
    """Return the words of the researchers' page of this name, without its tags."""
    return " ".join(unescape(strip_tags(page_of(client, name, *where, **query))).split())


def assert_shows(page: str, *texts: str) -> None:
    """Check that a page contains all of these texts."""
    missing = [text for text in texts if text not in page]
    assert not missing, page


def assert_hides(page: str, *texts: str) -> None:
    """Check that a page contains none of these texts."""
    found = [text for text in texts if text in page]
    assert not found, page


def signed_in(user: User) -> Client:
    """Return a browser in which the user is signed in."""
    client = Client()
    client.force_login(user)
    return client
