"""`compare` prints the figures that a comparison's page shows for the same files as sets."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from addons.comparisons.tests.compared import results_of
from addons.comparisons.tests.comparing.rte import PAIRS, pairs_of, write_pairs
from annotation.services.datasets.datasets import import_dataset
from midpath.exchange.wanted import GOLD
from tests.comparing.shared_data import OPP115, RTE, missing
from tests.comparing.test_files import printed
from tests.helpers.factories import make_dataset, make_project
from tests.helpers.labels import texts_to_label
from tests.helpers.sets import make_set

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def as_stored(results: dict[str, Any]) -> Any:
    """Return stored results in their JSON form."""
    return json.loads(json.dumps(results))


@pytest.mark.skipif(missing(RTE), reason="the shared RTE data are not here")
def test_the_known_answers_of_pairs_are_gold_as_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "rte.csv"
    dataset = pairs_of(write_pairs(file), make_project())
    crowd = make_set(dataset, "pair", file.read_bytes(), name="Crowd", filename=file.name)
    gold = make_set(dataset, "pair", file.read_bytes(), filename=file.name, take=GOLD)
    found = printed("--crowd-pairs", file)
    assert found["items"] == PAIRS
    assert {one["measure"] for one in found["differences"]} >= {"right", "settled_yes"}
    assert found == as_stored(results_of(crowd, gold))


@pytest.mark.skipif(missing(OPP115), reason="the shared OPP-115 data are not here")
@pytest.mark.parametrize("system", [False, True])
def test_evidence_of_experts_apart_as_on_the_page(tmp_path: Path, *, system: bool) -> None:
    """Two experts against the third, or the first expert's marks as a system against all."""
    lines = [json.loads(line) for line in OPP115.read_text().splitlines()]
    body = OPP115.read_bytes()
    dataset = import_dataset(
        project=make_project(), user=None, name="OPP", filename="evidence.jsonl", body=body
    )
    names = iter(dataset.items.order_by("position").values_list("text", flat=True))
    files = {name: tmp_path / f"{name}.jsonl" for name in ("crowd", "gold")}
    written: dict[str, list[Any]] = {"crowd": [], "gold": []}
    for line in lines:
        if line["type"] == "document":
            written["gold"].append(line)
            written["crowd"].extend([] if system else [line])
            continue
        name = next(names)
        (first, marks), *others = line["answers"].items()
        if system:
            written["crowd"].append({"question": name, "sentences": marks})
            written["gold"].append(line)
        else:
            written["crowd"].append(line | {"answers": dict(others)})
            written["gold"].append(line | {"answers": {first: marks}})
    for name, path in files.items():
        path.write_text("".join(json.dumps(line) + "\n" for line in written[name]))
    sets = [
        make_set(dataset, "evidence", path.read_bytes(), name=name, filename=path.name)
        for name, path in files.items()
    ]
    found = printed("--crowd-evidence", files["crowd"], "--gold-evidence", files["gold"])
    stored = as_stored(results_of(*sets))
    assert found["alpha"]["between"]["interval"]["over"] == "documents"
    assert bool(found["systems"]) == system or len(found["systems"]) == 2
    assert found == stored


@pytest.mark.parametrize("kind", ["one", "any", "ordinal", "interval"])
def test_labels_of_every_kind_as_on_the_page(tmp_path: Path, kind: str) -> None:
    luck = Random(3)
    texts = [f"text number {number}" for number in range(1, 31)]
    files = [tmp_path / "crowd.csv", tmp_path / "gold.csv"]
    for path, people in zip(files, (3, 2), strict=True):
        rows = [
            [f"w{who}", text, label_by(kind, luck), kind] for text in texts for who in range(people)
        ]
        # Each label occurs, so that both sets have one scale.
        rows += [[f"x{at}", texts[0], label, kind] for at, label in enumerate("123")]
        path.write_text("worker,item,label,kind\n" + "".join(",".join(row) + "\n" for row in rows))
    dataset = texts_to_label(*texts)
    sets = [
        make_set(dataset, "label", path.read_bytes(), name=path.stem, filename=path.name)
        for path in files
    ]
    stored = as_stored(results_of(*sets))
    assert stored["items"] == len(texts)
    assert printed("--crowd-labels", files[0], "--gold-labels", files[1]) == stored


def label_by(kind: str, luck: Random) -> str:
    if kind != "any":
        return luck.choice("123")
    return "|".join(one for one in "123" if luck.random() < 0.5) or "|"


def test_spans_as_on_the_page(tmp_path: Path) -> None:
    texts = ["Ann met Bob", "Cy left", "Nobody came home"]
    given: dict[str, list[Any]] = {
        "crowd": [[[[0, 1, "P"]], []], [[[0, 2, "P"]], [[0, 1, "P"]]], [[], [[1, 2, "Q"]]]],
        "gold": [[[[0, 1, "P"], [2, 3, "P"]]], [[[0, 1, "P"]]], [[]]],
    }
    dataset, files, sets = make_dataset(texts), [], []
    for name, answers in given.items():
        path = tmp_path / f"{name}.jsonl"
        lines = [
            {"worker": f"w{at}", "item": text, "length": len(text.split()), "spans": spans}
            for text, each in zip(texts, answers, strict=True)
            for at, spans in enumerate(each)
        ]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        files.append(path)
        sets.append(make_set(dataset, "spans", path.read_bytes(), name=name, filename=path.name))
    stored = as_stored(results_of(*sets))
    assert stored["settled"]["undecided"] == 3
    # For the first text the crowd alone gives nothing; with mixing, one of the two gold spans.
    alike = [stored[source]["places"]["alike"] for source in ("nearest", "mixed")]
    assert alike == pytest.approx([2 / 3, 8 / 9])
    assert stored["mixed"]["places"]["accuracy_exact"] == "2/3"
    assert printed("--crowd-spans", files[0], "--gold-spans", files[1]) == stored
