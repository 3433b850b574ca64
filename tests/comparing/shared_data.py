"""Files of real data, where they are."""

from pathlib import Path

from tests.commands.running import SHARED

DATA = SHARED / "data"
WEBIS = DATA / "webis" / "webis_flat.json"
RTE = DATA / "rte" / "rte_judgments.csv"
OPP115 = DATA / "opp115" / "evidence.jsonl"


def missing(path: Path) -> bool:
    return not path.exists()
