"""`manage.py farms`: farms of accounts in a crowd replayed from a file."""

import json

import pytest

from tests.commands.running import WEBIS, run

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not WEBIS.exists(), reason=f"{WEBIS} is not there"),
]


def test_a_farm_is_twinned_and_honest_workers_are_not() -> None:
    content = json.loads(
        run(
            "farms", "--flat", str(WEBIS), "--runs", "1", "--clean", "1", "--texts", "300", "--json"
        )
    )
    rows = {(one["farm"], one["workers"]): one for one in content["rows"]}
    farm, honest = (rows["hash of the text", who] for who in ("farm", "honest"))
    assert (farm["count"], farm["vouched"], farm["twinned"]) == (20, 20, 20)
    assert farm["certified"] <= 1
    assert (honest["count"], honest["flagged"]) == (40, 0)
    assert content["clean_workers"] == 40
