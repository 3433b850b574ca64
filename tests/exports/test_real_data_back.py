"""Real judgments and those of the demo, exported in each form and uploaded again without loss."""

import csv
import io
import json
from pathlib import Path

import pytest

from analysis.exports.export_registry import export_file
from annotation.models import Annotation, Campaign, Judgment
from annotation.services.datasets.datasets import import_dataset
from midpath.schemes.spans.answer import named_spans
from tests.commands.running import run
from tests.comparing.shared_data import OPP115, RTE, WEBIS, missing
from tests.helpers.factories import make_campaign, make_project
from tests.helpers.sets import make_set
from tests.helpers.spans import campaign_of_spans, judge_spans
from tests.helpers.tiers import by_tier

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
PAIRS, TEXTS, DOCUMENTS = 12, 15, by_tier(quick=1, long=2)
MARKS = 3  # workers who mark spans
TABLES = {f"table-judgments-{form}": f"a.{form}" for form in ("csv", "jsonl", "parquet")}


CHOICES = {
    "judgments-csv": "j.csv",
    "judgments-jsonl": "j.jsonl",
    "crowd-kit": "c.csv",
    "label-studio": "l.json",
}
# The files of a scheme that contain each judgment, in addition to the tables.
FORMS = {
    "flat": {"gold": "gold.json"},
    "nested": {"gold": "gold.json"},
    "pair": CHOICES,
    "label": CHOICES,
    "evidence": {
        "evidence-jsonl": "e.jsonl",
        "web-annotation": "w.jsonld",
        "squad": "s.json",
        "privacyqa": "p.tsv",
        "privacyqa-csv": "p.csv",
    },
    "spans": {
        "judgments-csv": "j.csv",
        "judgments-jsonl": "j.jsonl",
        "label-studio": "l.json",
        "web-annotation": "w.jsonld",
    },
}
NO_RELEVANCE = {"squad", "privacyqa", "privacyqa-csv"}  # which the demo requires
SETTLED = {"conll": "c.conll", "spacy": "s.jsonl", "brat": "b.zip"}
NO_ANSWERS = {"question", "document"}  # workers' own texts are not answers to an item


def replayed(
    scheme: str, file: Path, filename: str, body: bytes, redundancy: int, terms: dict[str, object]
) -> Campaign:
    """Return a campaign on the items of a file, with the file's judgments."""
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
            campaign.dataset,
            campaign.scheme,
            body,
            name=f"{campaign.pk} {name}",  # several campaigns may share a dataset
            filename=filename,
            like=campaign,
        )
        back = Annotation.objects.filter(set=own).values_list("item", "annotator", "vector")
        assert sorted(back) == sorted(given), name


def check_the_settled_come_back(campaign: Campaign) -> None:
    """Check the third-party forms, which contain one answer per text of spans: the decision, else
    the majority."""
    gold = json.loads(export_file(campaign.pk, "gold").body)
    settled = {text: line["voted"] for text, line in gold["consensus"].items()}
    settled |= {text: one["answer"] for text, one in gold["decisions"].items()}
    assert sum(map(len, settled.values())) > 1
    for name, filename in SETTLED.items():
        body = export_file(campaign.pk, name).body
        own = make_set(
            campaign.dataset,
            "spans",
            body,
            name=f"{campaign.pk} {name}",
            filename=filename,
            like=campaign,
        )
        back = Annotation.objects.filter(set=own).values_list("item__text", "vector")
        found = {
            text: [list(span) for span in named_spans(vector, campaign.settings)]
            for text, vector in back
        }
        assert found == settled, name


def test_every_campaign_of_the_demo() -> None:
    run("load_demo")
    campaigns = list(Campaign.objects.order_by("pk"))
    assert {*FORMS} <= {one.scheme for one in campaigns} <= {*FORMS, *NO_ANSWERS}
    for campaign in campaigns:
        if campaign.scheme in FORMS:
            forms = FORMS[campaign.scheme].items()
            check_each_comes_back(
                campaign, {name: file for name, file in forms if name not in NO_RELEVANCE}
            )
        if campaign.scheme == "spans":
            check_the_settled_come_back(campaign)


@pytest.mark.skipif(missing(WEBIS), reason="the shared Webis data are not here")
def test_spans_on_texts_of_webis() -> None:
    texts = list(json.loads(WEBIS.read_text())["annotation set"])[:TEXTS]
    campaign = campaign_of_spans(*texts, redundancy=MARKS)
    judge_spans(campaign, MARKS, 4)
    check_each_comes_back(campaign, FORMS["spans"])
    check_the_settled_come_back(campaign)


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
    check_each_comes_back(campaign, FORMS["pair"])


@pytest.mark.skipif(missing(WEBIS), reason="the shared Webis data are not here")
def test_segmentations_of_webis(tmp_path: Path) -> None:
    texts = json.loads(WEBIS.read_text())["annotation set"]
    some = dict(list(texts.items())[:TEXTS])
    body = json.dumps({"items": TEXTS, "annotation set": some}).encode()
    most = max(map(len, some.values()))
    campaign = replayed("flat", tmp_path, "webis.json", body, most, {})
    check_each_comes_back(campaign, FORMS["flat"])


@pytest.mark.quick
@pytest.mark.skipif(missing(OPP115), reason="the shared OPP-115 data are not here")
def test_evidence_of_opp115(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in OPP115.read_text().splitlines()]
    names = list(dict.fromkeys(line["document"] for line in lines))[:DOCUMENTS]
    some = [line for line in lines if line["document"] in names]
    body = "".join(f"{json.dumps(line)}\n" for line in some).encode()
    campaign = replayed("evidence", tmp_path, "opp.jsonl", body, 3, {"preset": "plain"})
    check_each_comes_back(campaign, FORMS["evidence"])
