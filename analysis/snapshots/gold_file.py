"""Compare the gold file of a snapshot with the snapshot's own judgments and figures."""

from collections.abc import Mapping
from typing import Any

import orjson

from analysis.schemes import ANALYSES
from analysis.snapshots.counting import UNSOUND
from analysis.snapshots.findings import Check, told
from analysis.snapshots.held import MOST_AT_ONCE, UNREADABLE, Held, json_object, whole
from annotation.models import Item

GOLD = "gold.json"
# By item and worker, as a gold file names them.
InGold = dict[tuple[str, str], object]


def check_gold(
    held: Held,
    manifest: Mapping[str, Any],
    items: Mapping[int, Item],
    answers: Mapping[tuple[int, int], tuple[int, ...]],
) -> Check:
    """Compare each judgment of the gold file with the one that counts, by item and worker, and its
    agreement with the manifest's figures."""
    check = Check(GOLD)
    try:
        gold = json_object(whole(held, GOLD, MOST_AT_ONCE))
    except UNREADABLE as error:
        check.differs(GOLD, f"it cannot be read: {error}")
        return check
    if gold is None:
        check.differs(GOLD, "it is not JSON")
        return check
    try:
        stated, found = _judged(gold, manifest["campaign"], items, answers)
        # A gold file tells cases and scores besides, which are not of the rows alone.
        agreement = gold["figures"]["agreement"]
        check.compare("figures", manifest["figures"], agreement, may_have_more=True)
        _compare(check, stated, found)
    except UNSOUND as error:
        check.differs(GOLD, f"it is not as gold files are: {error!r}")
    return check


def _judged(
    gold: Mapping[str, Any],
    campaign: Mapping[str, Any],
    items: Mapping[int, Item],
    answers: Mapping[tuple[int, int], tuple[int, ...]],
) -> tuple[InGold, InGold]:
    """Return the answers that the gold file has, and those that count as it would have them."""
    analysis, settings = ANALYSES[campaign["scheme"]], campaign["settings"]
    stated = {(item, worker): answer for item, worker, answer in analysis.judged_in_gold(gold)}
    found = {
        (items[item].text, str(worker)): orjson.loads(
            orjson.dumps(analysis.as_in_gold(vector, items[item], settings))
        )
        for (item, worker), vector in answers.items()
    }
    return stated, found


def _compare(check: Check, stated: InGold, found: InGold) -> None:
    for item, worker in sorted(stated.keys() | found.keys()):
        check.compared += 1
        one, other = stated.get((item, worker)), found.get((item, worker))
        if one != other:
            check.differs(
                f"{GOLD}: “{told(item, 40)}”, worker {worker}",
                f"it has {told(one)}; of the judgments that count it is {told(other)}",
            )
