"""Compare the gold file of a snapshot with the snapshot's own judgments and figures."""

from collections.abc import Mapping
from typing import Any

import orjson

from analysis.schemes import ANALYSES
from analysis.snapshots.findings import Check, told
from analysis.snapshots.held import UNREADABLE, Held, json_object
from annotation.models import Item

GOLD = "gold.json"
UNSOUND = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def check_gold(
    held: Held,
    manifest: Mapping[str, Any],
    items: Mapping[int, Item],
    answers: Mapping[tuple[int, int], tuple[int, ...]],
) -> Check:
    """Compare each judgment of the gold file with the one that counts, by item and worker, and its
    agreement with the manifest's figures."""
    check, campaign = Check(GOLD), manifest["campaign"]
    try:
        with held.open(GOLD) as file:
            gold = json_object(file.read())
    except UNREADABLE as error:
        check.differs(GOLD, f"it cannot be read: {error}")
        return check
    if gold is None:
        check.differs(GOLD, "it is not JSON")
        return check
    analysis, settings = ANALYSES[campaign["scheme"]], campaign["settings"]
    try:
        stated = {(item, worker): answer for item, worker, answer in analysis.judged_in_gold(gold)}
        found = {
            (items[item].text, str(worker)): orjson.loads(
                orjson.dumps(analysis.as_in_gold(vector, items[item], settings))
            )
            for (item, worker), vector in answers.items()
        }
        check.compare("figures", manifest["figures"], gold["figures"]["agreement"])
    except UNSOUND as error:
        check.differs(GOLD, f"it is not as gold files are: {error!r}")
        return check
    for item, worker in sorted(stated.keys() | found.keys()):
        check.compared += 1
        one, other = stated.get((item, worker)), found.get((item, worker))
        if one != other:
            check.differs(
                f"{GOLD}: “{told(item, 40)}”, worker {worker}",
                f"it has {told(one)}; of the judgments that count it is {told(other)}",
            )
    return check
