"""Real judgments that are replayed, exported in each form and uploaded again: not one is lost."""

import csv
import io
import json
from pathlib import Path

import pytest

from analysis.exports.registry import export_file
from annotation.models import Annotation, Campaign, Judgment
from annotation.services.datasets.datasets import import_dataset
from tests.commands.running import run
from tests.comparing.sides import OPP115, RTE, WEBIS, missing
from tests.helpers.factories import make_campaign, make_project
from tests.helpers.sets import make_set

pytestmark = pytest.mark.django_db(transaction=True)
PAIRS, TEXTS, DOCUMENTS = 12, 15, 2
TABLES = {f"table-judgments-{form}": f"a.{form}" for form in ("csv", "jsonl", "parquet")}


def replayed(
    scheme: str, file: Path, filename: str, body: bytes, redundancy: int, terms: dict[str, object]
) -> Campaign:
    """Return a campaign on the items of a file, with the judgments of it."""
    file = file / filename
    file.write_bytes(body)
    dataset = import_dataset(
        project=make_project(), user=None, name="Real", filename=filename, body=body
    )
    campaign = make_campaign(dataset, scheme=scheme, redundancy=redundancy, settings=terms)
    run("replay", str(file), "--campaign", str(campaign.pk))
    return campaign


def check_each_comes_back(campaign: Campaign, files: dict[str, str]) -> None:
    judged = Judgment.objects.counting().filter(campaign=campaign)
    given = judged.values_list("hit__item", "assignment__enrolment__worker__number", "vector")
    assert len(given) > TEXTS
    for name, filename in {**TABLES, **files}.items():
        body = export_file(campaign.pk, name).body
        own = make_set(
            campaign.dataset, campaign.scheme, body, name=name, filename=filename, like=campaign
        )
        back = Annotation.objects.filter(set=own).values_list("item", "annotator", "vector")
        assert sorted(back) == sorted(given), name


@pytest.mark.skipif(missing(RTE), reason="the shared RTE data are not here")
def test_pairs_of_rte(tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(RTE.read_text())))[: 10 * PAIRS]
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, rows[0])
    writer.writeheader()
    writer.writerows(rows)
    body = out.getvalue().encode()
    campaign = replayed(
        "pair", tmp_path, "rte.csv", body, 10, {"preset": "binary", "keywords": None}
    )
    files = {"judgments-csv": "j.csv", "judgments-jsonl": "j.jsonl", "crowd-kit": "c.csv"}
    check_each_comes_back(campaign, {**files, "label-studio": "l.json"})


@pytest.mark.skipif(missing(WEBIS), reason="the shared Webis data are not here")
def test_segmentations_of_webis(tmp_path: Path) -> None:
    texts = json.loads(WEBIS.read_text())["annotation set"]
    some = dict(list(texts.items())[:TEXTS])
    body = json.dumps({"items": TEXTS, "annotation set": some}).encode()
    most = max(map(len, some.values()))
    campaign = replayed("flat", tmp_path, "webis.json", body, most, {})
    check_each_comes_back(campaign, {"gold": "gold.json"})


@pytest.mark.skipif(missing(OPP115), reason="the shared OPP-115 data are not here")
def test_evidence_of_opp115(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in OPP115.read_text().splitlines()]
    names = list(dict.fromkeys(line["document"] for line in lines))[:DOCUMENTS]
    some = [line for line in lines if line["document"] in names]
    body = "".join(f"{json.dumps(line)}\n" for line in some).encode()
    campaign = replayed("evidence", tmp_path, "opp.jsonl", body, 3, {"preset": "plain"})
    forms = {"evidence-jsonl": "e.jsonl", "web-annotation": "w.jsonld", "squad": "s.json"}
    check_each_comes_back(campaign, {**forms, "privacyqa": "p.tsv", "privacyqa-csv": "p.csv"})
