"""The page that a browser stores for when it cannot reach the server, and its script."""

from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from annotation.worker.offline import FILES, WORKER
from tests.helpers.pages import text_of


@pytest.mark.parametrize(("language", "words"), [("en", "No connection"), ("es", "Sin conexión")])
def test_the_page_speaks_the_language_of_the_requesting_page(language: str, words: str) -> None:
    script = Client().get(reverse("worker:offline_script"), {"language": language})
    assert script.headers["Content-Type"] == "text/javascript"
    address = f"{reverse('worker:offline')}?language={language}"
    assert f'"{address}"' in script.content.decode()
    assert words in text_of(Client().get(address))


def test_an_unknown_language_is_the_browsers_own() -> None:
    client = Client(headers={"accept-language": "es"})
    script = client.get(reverse("worker:offline_script"), {"language": 'xx";alert(1)//'})
    assert "?language=es" in script.content.decode()
    assert "alert" not in script.content.decode()


def test_the_script_looks_after_all_pages_of_workers_and_no_others() -> None:
    address = urlsplit(reverse("worker:offline_script")).path
    assert address.rpartition("/")[0] + "/" == reverse("worker:home")


def test_the_files_of_the_page_are_there() -> None:
    page = Client().get(reverse("worker:offline")).content.decode()
    assert all(finders.find(file) for file in (*FILES, WORKER))
    assert all(f"/static/{file}" in page for file in FILES)
    assert page.count("/static/") == len(FILES) + 2, "only the icon and the font may be missing"
