"""Several wordings of the instructions: who reads which, and their figures."""

import json
from collections import Counter
from functools import partial
from typing import Any

import pytest

from analysis.exports.export_registry import export_file
from analysis.exports.terms import terms_of
from annotation.models import AgreementState, Campaign, CampaignReport, Enrolment, Worker
from annotation.services.campaigns.campaigns import edit_campaign
from annotation.services.campaigns.copies import duplicate_campaign
from annotation.services.errors import Conflict, Invalid
from annotation.services.people.join import join_campaign
from annotation.services.wordings.assignment import instructions_for
from annotation.services.wordings.terms import Wording, read_wordings, written_wordings
from annotation.services.work.exclusion import exclude_worker
from midpath.breakdowns import at_path
from midpath.wordings import drawn_wording
from tests.helpers.factories import at_once, enrol, judge_rest, make_campaign, make_user
from tests.helpers.figures import make_figures
from tests.helpers.refusals import refused_by_database

pytestmark = pytest.mark.django_db
SHORT: Wording = {"name": "Short", "instructions": "Cut."}
POLITE: Wording = {"name": "Polite", "instructions": "Please cut the text.\n\n- at pauses"}
TEXTS = ["a b c d", "e f g h", "i j k l", "m n o p"]


def worded(**terms: Any) -> Campaign:
    return make_campaign(**{"wordings": [SHORT, POLITE], "instructions": "Cut the text."} | terms)


def wordings_in(campaign: Campaign) -> list[int | None]:
    return list(campaign.enrolments.order_by("pk").values_list("wording", flat=True))


def test_workers_are_assigned_in_balance_from_the_seed() -> None:
    campaign = worded()
    workers = [enrol(campaign) for _ in range(12)]
    given = wordings_in(campaign)
    assert given == [drawn_wording(campaign.seed, 3, before) for before in range(12)]
    for many in range(12):
        counts = [given[:many].count(number) for number in (1, 2, 3)]
        assert max(counts) - min(counts) <= 1
    own = {1: "Cut the text.", 2: SHORT["instructions"], 3: POLITE["instructions"]}
    assert all(instructions_for(one) == own[one.wording or 0] for one in workers)
    assert len({drawn_wording(seed, 3, 0) for seed in range(20)}) == 3


def test_who_comes_back_keeps_theirs_and_programs_have_none() -> None:
    campaign = worded()
    ada = enrol(campaign, "ada")
    for name in ("bob", "cem"):
        enrol(campaign, name)
    assert enrol(campaign, "ada").wording == ada.wording
    program = join_campaign(campaign=campaign, source=Worker.Source.SIMULATED, external_id="s")
    assert program.wording is None
    assert instructions_for(program) == "Cut the text."
    assert {*wordings_in(campaign)} == {1, 2, 3, None}
    assert wordings_in(worded(wordings=[])) == []
    assert enrol(make_campaign()).wording is None


def test_the_database_refuses_what_never_happens() -> None:
    campaign, other = worded(), make_campaign()
    own = Enrolment.objects.filter(pk=enrol(campaign).pk)
    plain = Enrolment.objects.filter(pk=enrol(other).pk)
    [number] = own.values_list("wording", flat=True)
    with refused_by_database("wordings_never_change"):
        own.update(wording=(number or 0) % 3 + 1)
    with refused_by_database("wordings_never_change"):
        own.update(wording=None)
    with refused_by_database("reads a wording of the campaign"):
        plain.update(wording=1)
    with refused_by_database("wordings_never_change"):
        Campaign.objects.filter(pk=campaign.pk).update(wordings=[SHORT])
    draft = worded(launch=False)
    with refused_by_database("a_pilot_has_one_wording"):
        Campaign.objects.filter(pk=draft.pk).update(pilot_items=1)


@pytest.mark.django_db(transaction=True)
def test_workers_who_join_at_once_are_balanced() -> None:
    campaign = worded()
    results = at_once([partial(enrol, campaign, f"w{one}") for one in range(12)], threads=6)
    assert all(isinstance(one, Enrolment) for one in results), results
    assert Counter(wordings_in(campaign)) == {1: 4, 2: 4, 3: 4}


@pytest.mark.parametrize(
    ("wordings", "message"),
    [
        ([SHORT] * 4, "at most 3"),
        ([SHORT, SHORT | {"instructions": "Cut it."}], "a name of its own"),
        ([SHORT | {"name": "first"}], "the name of the first one"),
        ([SHORT | {"instructions": " Cut  the text."}], "Two wordings are the same"),
        ([SHORT | {"name": " = "}], "Wording 2 has no name"),
        ([SHORT, {"name": "x"}], "Wording 3 has no text"),
        ([SHORT | {"name": "x" * 41}], "longer than 40 characters"),
        ([SHORT | {"why": "x"}], "only a name and instructions"),
        ([SHORT | {"instructions": "a\n== b"}], "begins with two equals signs"),
        ("Cut.", "at most 3"),
        (["Cut."], "only a name and instructions"),
    ],
)
def test_wrong_wordings_are_refused(wordings: Any, message: str) -> None:
    with pytest.raises(Invalid, match=message) as refused:
        worded(wordings=wordings, launch=False)
    assert refused.value.field == "wordings"


def test_only_drafts_are_edited_and_a_pilot_has_one_wording() -> None:
    user = make_user()
    with pytest.raises(Invalid, match="cannot be combined"):
        worded(pilot_items=1)
    draft = worded(launch=False)
    assert edit_campaign(campaign=draft, user=user, wordings=[SHORT]).wordings == [SHORT]
    with pytest.raises(Conflict, match="Only drafts"):
        edit_campaign(campaign=worded(), user=user, wordings=[])
    copy = duplicate_campaign(campaign=draft, dataset=draft.dataset, name="Copy", user=user)
    assert copy.wordings == draft.wordings


def test_the_text_form_reads_what_it_writes() -> None:
    both: Any = [SHORT, POLITE]
    assert read_wordings(written_wordings(both)) == both
    assert read_wordings("") == []
    setext = "== A\r\nHead\r\n====\r\ntext"
    assert read_wordings(setext) == [{"name": "A", "instructions": "Head\n====\ntext"}]
    with pytest.raises(Invalid, match="Line 2: begin each wording"):
        read_wordings("\nCut.")


def test_headings_are_read_once() -> None:
    """Each way to divide 10,000 spaces would take minutes."""
    [found] = read_wordings("== a" + " " * 9900 + "b\nCut.")
    assert found["name"].startswith("a ")
    assert read_wordings("==== A = B ===  \nCut.")[0]["name"] == "A = B"


def judged() -> Campaign:
    """Return a campaign of two wordings, each with two workers, who differ more with the second,
    an excluded worker and a program."""
    campaign = worded(texts=TEXTS, wordings=[SHORT], redundancy=6)
    for number, worker in enumerate([enrol(campaign) for _ in range(4)]):
        # Each wording has a worker of the first block and one of the second.
        block = number // 2
        cuts = [1, block, block] if worker.wording == 2 else [0, 0, block]
        judge_rest(worker, {"boundaries": cuts})
    judge_rest(excluded := enrol(campaign), {"boundaries": [1, 1, 1]})
    exclude_worker(enrolment=excluded, user=make_user(), reason="Why.")
    program = join_campaign(campaign=campaign, source=Worker.Source.SIMULATED, external_id="s")
    judge_rest(program, {"boundaries": [1, 1, 1]})
    make_figures(campaign)
    return campaign


def test_figures_by_wording_are_those_of_its_workers_alone() -> None:
    campaign = judged()
    results = CampaignReport.objects.get(campaign=campaign, kind="breakdowns").results
    found = {one["name"]: one for one in results["wordings"]}
    assert found["First"]["figures"] != found["Short"]["figures"]
    for number, name in enumerate(("First", "Short"), 1):
        alone = make_campaign(texts=TEXTS, redundancy=5)
        assigned = campaign.enrolments.filter(wording=number)
        for given in assigned.filter(excluded_at=None).order_by("pk"):
            worker = enrol(alone)
            answer = campaign.judgments.filter(assignment__enrolment=given).first()
            assert answer is not None
            judge_rest(worker, answer.payload)
        make_figures(alone)
        figures = AgreementState.objects.get(campaign=alone).figures
        for path in (("alpha", "d1", "value"), ("S", "d1", "value")):
            assert at_path(found[name]["figures"], path) == at_path(figures, path), (name, path)
        counts = (found[name][one] for one in ("assigned", "workers", "items", "judgments"))
        assert tuple(counts) == (assigned.count(), 2, 4, 8)
        assert found[name]["seconds"] >= 0


def test_files_state_who_read_which() -> None:
    campaign = judged()
    numbers = {
        wording: list(
            campaign.enrolments.filter(wording=wording)
            .order_by("worker__number")
            .values_list("worker__number", flat=True)
        )
        for wording in (1, 2)
    }
    stated: Any = terms_of(campaign)["wordings"]
    assert stated == [
        {"name": "First", "instructions": "Cut the text.", "workers": numbers[1]},
        {**SHORT, "workers": numbers[2]},
    ]
    gold = json.loads(export_file(campaign.pk, "gold").body)
    assert gold["campaign"]["wordings"] == stated
    rows = [
        json.loads(line)
        for line in export_file(campaign.pk, "table-judgments-jsonl").body.splitlines()
    ]
    assert {one["worker"] for one in rows if one["wording"] == 2} == {*numbers[2]}
    assert {one["wording"] for one in rows} == {1, 2, None}
    plain = make_campaign()
    judge_rest(enrol(plain))
    assert "wordings" not in terms_of(plain)
    assert b"wording" not in export_file(plain.pk, "table-judgments-jsonl").body
    assert b"wording" not in export_file(plain.pk, "table-workers-csv").body
    assert b"wording" not in export_file(plain.pk, "gold").body
