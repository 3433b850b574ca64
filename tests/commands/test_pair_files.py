"""Files of a campaign of pairs: stable, harmless, and giving the same figures when imported
again."""

import csv
import hashlib
import io
import json
from pathlib import Path

import pytest
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse

from analysis.exports.export_registry import export_file
from analysis.schemes import ANALYSES
from annotation.models import Campaign, Judgment, User
from annotation.schemes import SCHEMES
from annotation.services.work.claim import claim_hit
from tests.commands.crowds import check_crowd, check_rows, export, score, table, with_rejected
from tests.commands.running import run
from tests.helpers.factories import enrol, make_user, submit
from tests.helpers.judged_pairs import judge, make_three_way
from tests.helpers.pairs import make_pair_campaign, make_pairs

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign() -> Campaign:
    return with_rejected(judge(make_three_way(redundancy=5), workers=5, seed=1))


@pytest.mark.parametrize("name", ["judgments-csv", "judgments-jsonl"])
def test_scored_again_the_judgments_give_gold_s_figures(
    campaign: Campaign, name: str, tmp_path: Path
) -> None:
    gold = json.loads(export(campaign, "gold", tmp_path / "gold.json").read_text())
    result = score(export(campaign, name, tmp_path / f"judged.{name.split('-')[1]}"), "pairs")
    agreement, crowd = gold["figures"]["agreement"], gold["figures"]["crowd"]
    assert (result["judgments"], result["not_counted"]) == (59, 1)
    majority = agreement.pop("majority") | crowd["consensus"]["majority"]
    assert result["majority"] == majority
    assert agreement.items() <= result.items()
    check_crowd(result, crowd)
    assert result["majority"]["gold"] == 6


def test_the_judgments_show_all_of_each(campaign: Campaign, tmp_path: Path) -> None:
    rows = table(export(campaign, "judgments-csv", tmp_path / "judged.csv"))
    assert len(rows) == 60
    stored = Judgment.objects.get(pk=rows[0]["judgment"])
    first = rows[0]
    assert first["answer"] in {"'=same message", "same topic", "different"}
    assert (first["left"], first["right"]) == ("first text", "pair; Second")
    assert first["marked"] == ("yes" if stored.payload["marked"] else "no")
    assert (first["worker"], first["late"], first["known"]) == ("1", "no", "no")
    assert first["claimed_at"] < first["submitted_at"]
    assert first["submitted_at"].endswith("+00:00")
    assert first["words"] == "12"
    check_rows(rows)
    lines = export(campaign, "judgments-jsonl", tmp_path / "judged.jsonl").read_text().splitlines()
    raw = json.loads(lines[0])
    assert raw["judgment"] == stored.pk
    assert raw["keywords"] == {"left": ["first text"], "right": ["pair", "Second"]}
    assert raw["worker"] == "1"
    assert {json.loads(line)["answer"] for line in lines} >= {"=same message"}


def test_tables_hold_no_formula_and_json_is_as_it_was(campaign: Campaign, tmp_path: Path) -> None:
    for name in ("judgments-csv", "consensus-csv", "crowd-kit"):
        text = export(campaign, name, tmp_path / "out.csv").read_text()
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
        assert any(cell.startswith("'=HYPERLINK") for cell in cells)
    gold = json.loads(export(campaign, "gold", tmp_path / "gold.json").read_text())
    assert '=HYPERLINK("x"), "quoted"' in gold["pairs"]


def test_the_consensus_has_its_support(campaign: Campaign, tmp_path: Path) -> None:
    rows = table(export(campaign, "consensus-csv", tmp_path / "consensus.csv"))
    assert len(rows) == 12
    assert sum(int(row["judgments"]) for row in rows) == 59
    for row in rows:
        votes = {name: int(row[f"votes: {name}"]) for name in ("same topic", "different")}
        votes["'=same message"] = int(row["votes: =same message"])
        assert sum(votes.values()) == int(row["judgments"])
        most = max(votes.values())
        assert int(row["support"]) == most
        if row["majority"]:
            assert votes[row["majority"]] == most
        else:
            assert len(row["ties"].split("; ")) == list(votes.values()).count(most)
        assert bool(row["absolute_majority"]) == (2 * most > int(row["judgments"]))
        assert 0 < float(row["posterior"]) <= 1
        assert row["stratum"] in {"[0, .25]", "(.25, .5]", "(.5, .75]", "(.75, 1]"}


def test_crowd_kit_takes_what_counts(campaign: Campaign, tmp_path: Path) -> None:
    rows = table(export(campaign, "crowd-kit", tmp_path / "crowd-kit.csv"))
    assert list(rows[0]) == ["task", "worker", "label"]
    assert len(rows) == 59
    assert {row["worker"] for row in rows} == set("12345")


def test_the_same_data_gives_the_same_bytes_and_nobody_s_name(campaign: Campaign) -> None:
    for name in ANALYSES["pair"].exports:
        first = export_file(campaign.pk, name).body
        assert export_file(campaign.pk, name).body == first
        for worker in campaign.enrolments.values_list("worker__external_id", flat=True):
            assert worker.encode() not in first


def test_gold_is_whole(campaign: Campaign, tmp_path: Path) -> None:
    gold = json.loads(export(campaign, "gold", tmp_path / "gold.json").read_text())
    assert len(gold["pairs"]) == len(gold["consensus"]) == 12
    assert len(gold["judgments"]) == gold["figures"]["judgments"] == 59
    assert gold["workers"] == {str(number): "link" for number in range(1, 6)}
    assert gold["campaign"]["settings"]["question"] == "Same?"
    pair = gold["pairs"]["pair 2"]
    assert (pair["similarity"], pair["stratum"], pair["gold"]) == (0.16, "[0, .25]", None)
    assert gold["figures"]["not_counted"] == 1


def test_known_pairs_are_reported_and_do_not_count(tmp_path: Path) -> None:
    dataset = make_pairs(8, ["yes"] * 2)
    campaign = make_pair_campaign(dataset, redundancy=1, known_every=2, most_workers=9)
    enrolment = enrol(campaign)
    for _ in range(4):
        submit(enrolment, claim_hit(enrolment_id=enrolment.pk), {"answer": 0})
    rows = table(export(campaign, "judgments-csv", tmp_path / "judged.csv"))
    assert [row["counts"] for row in rows if row["known"] == "yes"] == ["no", "no"]
    assert {row["gold"] for row in rows if row["known"] == "yes"} == {"Yes, the same issue"}
    assert score(tmp_path / "judged.csv", "pairs")["judgments"] == 2


def test_a_draft_has_its_pairs(tmp_path: Path) -> None:
    draft = make_pair_campaign(make_pairs(3), launch=False)
    gold = json.loads(export(draft, "gold", tmp_path / "gold.json").read_text())
    assert len(gold["pairs"]) == 3
    assert gold["judgments"] == []


def test_every_scheme_s_files_are_made() -> None:
    for name, scheme in SCHEMES.items():
        assert [file.name for file in scheme.files] == list(ANALYSES[name].exports)
        assert [file.title for file in scheme.files] == [
            made.ending for made in ANALYSES[name].exports.values()
        ]


def test_what_a_campaign_does_not_have_is_named() -> None:
    from_texts = make_pair_campaign(make_pairs(1))
    from_texts.scheme = "flat"
    from_texts.save()
    with pytest.raises(CommandError, match=r"no such file\. Its files are: gold"):
        run("export_gold", str(from_texts.pk), "--as", "crowd-kit")


class TestDownload:
    @pytest.fixture
    def owner(self, campaign: Campaign) -> User:
        user = campaign.dataset.project.members.first()
        assert user is not None
        return user

    @pytest.mark.few(1)
    @pytest.mark.parametrize(
        ("name", "kind"),
        [
            ("gold", "application/json"),
            ("judgments-csv", "text/csv; charset=utf-8"),
            ("judgments-jsonl", "application/x-ndjson"),
        ],
    )
    def test_members_get_each_file(
        self, campaign: Campaign, owner: User, name: str, kind: str, client: Client
    ) -> None:
        client.force_login(owner)
        page = client.get(reverse("research:export", args=[campaign.pk])).content.decode()
        path = reverse("export_file", args=[campaign.pk, name])
        assert f'href="{path}"' in page
        answer = client.get(path)
        assert answer.content == export_file(campaign.pk, name).body
        assert answer["Content-Type"] == kind
        assert answer["ETag"] == f'"{hashlib.sha256(answer.content).hexdigest()}"'
        assert client.get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304
        assert client.post(path).status_code == 405

    def test_other_names_and_other_people_find_nothing(
        self, campaign: Campaign, owner: User, client: Client
    ) -> None:
        client.force_login(owner)
        path = reverse("export_file", args=[campaign.pk, "secrets"])
        assert client.get(path).status_code == 404
        client.force_login(make_user())
        path = reverse("export_file", args=[campaign.pk, "gold"])
        assert client.get(path).status_code == 404
