"""Gold of a dataset by position: votes, judged pairs found by their words, evidence mapped to its
section."""

from fractions import Fraction

import pytest

from addons.alignment.analysis import gold_limit
from addons.alignment.analysis.campaign_golds import golds_of
from addons.alignment.tests.aligned_files import (
    drawn_campaign,
    judge_by,
    make_voted,
    same_title,
)
from analysis.reading.documents import documents_in
from annotation.services.datasets.sentences import divided
from annotation.services.work.claim import claim_hit
from midpath.alignment.aligning import align_documents
from midpath.alignment.golds import Gold, Golds
from tasks.fold import fold_all
from tests.alignment.by_hand import alignment_spec
from tests.helpers.evidence import PLAIN as PLAIN_EVIDENCE
from tests.helpers.evidence import document as evidence_document
from tests.helpers.evidence import import_lines, judge_all
from tests.helpers.evidence import question as evidence_question
from tests.helpers.factories import enrol, make_campaign, submit
from tests.helpers.pairs import YES


@pytest.mark.parametrize("most", ["MAX_IN_QUESTION", "MAX_COMBINATIONS"])
def test_what_would_keep_others_waiting_is_left_out_and_said(
    monkeypatch: pytest.MonkeyPatch, most: str
) -> None:
    large = Gold("a", "Large", "answer-sets", sets={"x": [(1, 1), (1, 2)], "y": [(1, 1), (1, 3)]})
    small = Gold("b", "Small", "answer-sets", sets={"x": [(1, 1), (1, 2)]})
    found = Golds([large, small])
    gold_limit.leave_out_large(found)
    assert (found.golds, found.notes) == ([large, small], [])
    monkeypatch.setattr(gold_limit, most, 2)
    gold_limit.leave_out_large(found)
    assert found.golds == [small]
    (note,) = found.notes
    assert note.startswith("Large: 3 segments in its sets form 3 combinations.")
    assert "manage.py align" in note


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_judged_pairs_are_found_by_document_text_and_title() -> None:
    documents = make_voted()
    campaign = drawn_campaign(documents)
    judge_by(campaign, [same_title, same_title, lambda content: True])
    fold_all(campaign.pk)
    votes, gold = golds_of(documents, "sections").golds
    assert (votes.key, gold.key, gold.kind) == ("votes", f"pairs-{campaign.pk}", "pairs")
    contents_of = {item.pk: item.content for item in campaign.dataset.items.all()}
    by_number = {number: (name, content) for number, name, content in documents_in(documents)}
    assert {one.item for one in gold.verdicts} == set(contents_of)
    for one in gold.verdicts:
        assert one.item is not None
        content = contents_of[one.item]
        for side, place in (("left", one.left), ("right", one.right)):
            name, document = by_number[place[0]]
            section = document["sections"][place[1]]
            assert content[side]["document"] == name
            assert content[side]["text"] == "\n".join(section["paragraphs"])
            assert content[side]["title"] == section["title"]
        assert (one.yes, one.votes) == (same_title(content), 3)
        assert one.similarity == content["similarity"]
    agreeing = [
        Fraction(1),
        Fraction(1),
        Fraction(sum(map(same_title, contents_of.values())), len(contents_of)),
    ]
    agreeing.sort()
    assert gold.workers == 3
    assert gold.quartiles == ((agreeing[0] + 1) / 2, Fraction(1), Fraction(1))
    assert gold.version == campaign.agreement.version > 0
    aligned = align_documents(documents_in(documents), alignment_spec(), [gold])
    assert aligned.results["golds"][0]["quartiles"] == [float(one) for one in gold.quartiles]
    assert {row[0] for row in aligned.results["disagreements"][gold.key]} <= set(contents_of)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_ties_and_pairs_of_another_level_take_no_part() -> None:
    documents = make_voted()
    campaign = drawn_campaign(documents)
    judge_by(campaign, [lambda content: True, lambda content: False])
    found = golds_of(documents, "sections")
    assert [gold.key for gold in found.golds] == ["votes"]
    assert found.notes == [f"{campaign.name}: it has nothing to compare yet."]
    of_paragraphs = golds_of(documents, "paragraphs")
    assert not of_paragraphs.golds
    assert (
        of_paragraphs.notes[1] == f"{campaign.name}: its pairs are of sections, not of paragraphs."
    )


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_pairs_that_nobody_has_judged_yet_are_counted() -> None:
    documents = make_voted()
    campaign = drawn_campaign(documents)
    enrolment = enrol(campaign)
    for _ in range(2):
        submit(enrolment, claim_hit(enrolment_id=enrolment.pk), {"answer": YES})
    _, gold = golds_of(documents, "sections").golds
    assert len(gold.verdicts) == 2
    assert gold.left_out == {"unjudged": campaign.hit_count - 2, "ties": 0, "elsewhere": 0}


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_evidence_makes_a_set_of_each_question_in_all_documents() -> None:
    documents = make_voted()
    mine = {name: content for _, name, content in documents_in(documents)}
    names = ["site-0.example", "site-1.example"]
    sentences = {
        name: [
            part
            for one in mine[name]["sections"]
            for text in one["paragraphs"]
            for part in divided_text(text)
        ]
        for name in names
    }
    dataset = import_lines(
        evidence_document("site-0.example", sentences["site-0.example"]),
        evidence_document("site-1.example", [*sentences["site-1.example"], "This is new."]),
        evidence_document("elsewhere", ["We know nothing."]),
        evidence_question("What is kept?", "site-0.example", id="kept 0"),
        evidence_question("What is  kept?", "site-1.example", id="kept 1"),
        evidence_question("Who asks?", "elsewhere", id="asks"),
        project=documents.project,
    )
    campaign = make_campaign(
        dataset, scheme="evidence", settings=PLAIN_EVIDENCE, redundancy=2, reward="0.25"
    )
    last = len(sentences["site-1.example"])
    marked = {"kept 0": [[0], [2]], "kept 1": [[last], [0]], "asks": [[0], []]}
    judge_all(campaign, 2, marked=marked)
    _, gold = golds_of(documents, "sections").golds
    assert (gold.key, gold.kind) == (f"evidence-{campaign.pk}", "answer-sets")
    number = {name: place for place, name, _ in documents_in(documents)}
    zero, one = number["site-0.example"], number["site-1.example"]
    assert gold.sets == {"What is kept?": [(zero, 0), (zero, 1), (one, 0)]}
    assert gold.left_out == {"elsewhere": 2}
    listed = align_documents(documents_in(documents), alignment_spec(), [gold]).results["golds"][0]
    assert (listed["pairs"], listed["yes"], listed["sets"], listed["segments"]) == (3, 3, 1, 3)
    assert listed["quartiles"] is None


def divided_text(text: str) -> list[str]:
    found: list[str] = divided({"sections": [{"title": "", "paragraphs": [text]}]})["sentences"]
    return found
