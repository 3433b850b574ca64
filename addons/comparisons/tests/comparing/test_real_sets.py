"""Halves of real data, uploaded as sets, have the figures that `compare` and `score` print for
files."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from addons.comparisons.models import Comparison
from addons.comparisons.tests.compared import compared
from addons.comparisons.tests.comparing.rte import PAIRS, pairs_of, write_pairs
from annotation.services.datasets.datasets import import_dataset
from midpath.exchange.wanted import GOLD
from midpath.text.formatting import percent, signed
from tests.commands.running import run, write_release_file
from tests.comparing.shared_data import OPP115, RTE, WEBIS, missing
from tests.helpers.factories import make_dataset, make_project
from tests.helpers.sets import make_set
from tests.research.study import Study

pytestmark = [pytest.mark.django_db, pytest.mark.long]
TEXTS = 300


def printed(*command: str) -> Any:
    return json.loads(run(*command, "--json"))


@pytest.mark.skipif(missing(WEBIS), reason="the shared Webis data are not here")
def test_experts_half_and_a_models_flats(study: Study, owner: Client, tmp_path: Path) -> None:
    texts = dict(list(json.loads(WEBIS.read_bytes())["annotation set"].items())[:TEXTS])
    experts = write_release_file(tmp_path / "experts.json", part(texts, "12345"))
    model = write_release_file(tmp_path / "model.json", part(texts, "6"))
    dataset = make_dataset(list(texts), study.project)
    sets = [
        make_set(dataset, "flat", path.read_bytes(), name=path.stem, filename=path.name)
        for path in (model, experts)
    ]
    one = compared(*sets)
    command = ("compare", "--crowd-flat", str(model), "--gold-flat", str(experts), "--interval")
    assert one.results == printed(*command)
    scored = printed("score", "--flat", str(experts))["flat"]
    assert one.results["flat"]["gold"]["d1"]["exact"] == scored["alpha"]["d1"]["exact"]
    assert one.results["flat"]["crowd"]["d1"]["value"] is None
    context = owner.get(f"/research/comparisons/{one.pk}/").context
    assert context["cells"][0].value == signed(one.results["flat"]["between"]["d1"]["value"])
    assert [part.side.set for part in context["parts"]] == sets


def part(texts: dict[str, dict[str, str]], keys: str) -> dict[str, dict[str, str]]:
    return {text: {key: of[key] for key in keys if key in of} for text, of in texts.items()}


@pytest.mark.skipif(missing(RTE), reason="the shared RTE data are not here")
def test_a_crowds_pairs_and_their_gold(study: Study, owner: Client, tmp_path: Path) -> None:
    file = tmp_path / "rte.csv"
    rows = write_pairs(file)
    dataset = pairs_of(rows, study.project)
    crowd = make_set(dataset, "pair", file.read_bytes(), name="Crowd", filename="rte.csv")
    gold = make_set(dataset, "pair", file.read_bytes(), filename="rte.csv", take=GOLD)
    one = compared(crowd, gold)
    scored = printed("score", "--pairs", str(file))
    found = one.results
    assert found["items"] == PAIRS
    assert found["alpha"]["crowd"]["exact"] == scored["alpha"]["exact"]
    for way, name in (("majority", "majority"), ("dawid_skene", "dawid_skene")):
        assert found["nearest"][way]["accuracy_exact"] == scored[name]["accuracy_exact"]
    # A mean over pairs of the share of correct judgments.
    right = sum(row["answer"] == row["gold"] for row in rows) / len(rows)
    assert found["alike"]["value"] == pytest.approx(right)
    page = owner.get(f"/research/comparisons/{one.pk}/")
    cells = {cell.label: cell.value for cell in page.context["cells"]}
    assert cells["α of the crowd"] == signed(scored["alpha"]["value"])
    assert cells["Answer similarity"] == percent(right)
    assert "Consensus of both sides" in page.content.decode()


@pytest.mark.skipif(missing(OPP115), reason="the shared OPP-115 data are not here")
def test_experts_evidence_and_a_systems(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in OPP115.read_text().splitlines()]
    dataset = import_dataset(
        project=make_project(),
        user=None,
        name="OPP",
        filename="evidence.jsonl",
        body=OPP115.read_bytes(),
    )
    experts = make_set(
        dataset, "evidence", OPP115.read_bytes(), name="Experts", filename="evidence.jsonl"
    )
    sizes = {line["document"]: len(line["sentences"]) for line in lines if "sentences" in line}
    questions = [line for line in lines if line["type"] == "question"]
    names = list(dataset.items.order_by("position").values_list("text", flat=True))
    answers = [
        {
            "question": name,
            "sentences": sorted(
                {at % (size := sizes[question["document"]]), at * 7 % size} if at % 4 else ()
            ),
        }
        for at, (name, question) in enumerate(zip(names, questions, strict=True))
    ]
    body = "".join(json.dumps(line) + "\n" for line in answers)
    predictions = tmp_path / "system.jsonl"
    predictions.write_text(body)
    system = make_set(dataset, "evidence", body, name="System", filename="system.jsonl")
    found = compared(system, experts).results
    scored = printed("score", "--evidence", str(OPP115), "--predictions", str(predictions))
    assert found["items"] == scored["questions"]
    assert found["alpha"]["gold"]["exact"] == scored["alpha"]["pooled"]["exact"]
    people, question = found["systems"]
    by_system = {one["system"]: one for one in scored["systems"]}
    assert (people["system"], question["system"]) == ("gold", "crowd")
    for ours, name in ((people, "human"), (question, "predictions")):
        assert ours == {key: by_system[name][key] for key in ours} | {"system": ours["system"]}
    Comparison.objects.update(name="Before")
    around = compared(experts, system).results["systems"]
    assert [one["f1"] for one in around] == [people["f1"], question["f1"]]
