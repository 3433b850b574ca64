"""Logs contain nothing that opens an account or a project: addresses are redacted first."""

import logging
import re
import runpy
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from django.urls.converters import IntConverter

from annotation.research.accounts.urls import urlpatterns as account_urls
from annotation.web.log_redaction import SECRET, WithoutSecrets, without_secrets

ROOT = Path(__file__).parents[2]
TOKEN = "Zm9vYmFy-c2VjcmV0_x"


def addresses() -> Iterator[str]:
    """Return every account address that contains more than its name and numbers."""
    for pattern in account_urls:
        converters = pattern.pattern.converters
        if not all(isinstance(one, IntConverter) for one in converters.values()):
            values = {name: "5" if name == "uidb36" else TOKEN for name in converters}
            yield reverse(str(pattern.name), kwargs=values)


def nginx_patterns() -> list[str]:
    """Return the patterns by which the proxy redacts addresses, in Python syntax."""
    found = re.search(
        r"map \$uri \$logged_uri {(.*?)\n    }", (ROOT / "proxy/nginx.conf").read_text(), re.DOTALL
    )
    assert found
    return [one.replace("(?<", "(?P<") for one in re.findall(r'"~(\S+)"', found[1])]


def test_there_are_such_addresses() -> None:
    assert len(list(addresses())) == 4


@pytest.mark.attack(46)
@pytest.mark.parametrize("address", list(addresses()))
def test_gunicorn_and_django_cut_each_address(address: str) -> None:
    said = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    response: Any = SimpleNamespace(status="200 OK", headers=[], sent=1)
    request: Any = SimpleNamespace(headers=[])
    environ = {"REQUEST_METHOD": "GET", "RAW_URI": address, "SERVER_PROTOCOL": "HTTP/1.1"}
    logger = object.__new__(said["logger_class"])
    atoms = logger.atoms(response, request, environ | {"PATH_INFO": address}, timedelta(seconds=1))
    line = said["access_log_format"] % {"a": "", **atoms}
    assert TOKEN not in line
    assert "/account/" in line
    record = logging.LogRecord("x", 30, "", 1, "%s: %s", ("Bad Request", address), None)
    assert WithoutSecrets().filter(record)
    assert TOKEN not in record.getMessage()
    handlers: Any = settings.LOGGING["handlers"]
    assert all("without_secrets" in one["filters"] for one in handlers.values())


@pytest.mark.attack(46)
@pytest.mark.parametrize("address", list(addresses()))
def test_the_proxy_cuts_each_address(address: str) -> None:
    found = [match for match in (re.match(one, address) for one in nginx_patterns()) if match]
    assert [match["before_secret"] + "***" for match in found] == [without_secrets(address)]
    assert TOKEN not in without_secrets(address)


@pytest.mark.parametrize("address", ["/account/login/", "/account/addresses/confirm/", "/w/abc/"])
def test_other_addresses_are_logged_whole(address: str) -> None:
    assert without_secrets(address) == address
    assert not any(re.match(one, address) for one in nginx_patterns())
    assert SECRET.groups == 1
