"""Attacks 4, 5 and 21 to 24 of the promises on word lists: every number in every address. The same
values attack the forms and addresses of add-ons."""

import pytest
from django.test import Client

from tests.helpers.factories import make_project, make_user
from tests.helpers.tiers import long_only

pytestmark = pytest.mark.django_db

ODD = (
    *("", "-1", "sNaN", "1e999999999", "9" * 5000, "a\0b"),
    *long_only("abc", "1.5", "1e3", "NaN", "-Infinity", str(2**63), str(2**31)),
    *long_only("١", "[]", "\ufffd", "\u202ea", "<script>alert(1)</script>", "=cmd()"),
    "a" * 200_000,
)
NUMBERS = (
    "-1",
    "0",
    "999",
    str(2**63 - 1),
    str(2**63),
    "9" * 30,
    "x",
    "1.5",
    "%00",
    "١",
    "",
    "%20",
)


@pytest.mark.few(1)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_leads_to_a_page_or_nowhere(number: str) -> None:
    user, client = make_user("hers"), Client()
    client.force_login(user)
    address = f"/research/projects/{make_project(user).pk}/words/{number}/"
    # No text may contain a NUL, wherever it is.
    known = {400, 404} if number == "%00" else {200, 404}
    assert client.get(address).status_code in known, address
