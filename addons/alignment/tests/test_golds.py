"""Gold by position: votes, judged pairs found by their words, evidence mapped to its section."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from addons.alignment.analysis import gold_limit
from addons.alignment.analysis.campaign_golds import golds_of
from addons.alignment.tests.aligned_files import (
    alignment_spec,
    drawn_campaign,
    judge_by,
    make_voted,
    same_title,
)
from analysis.reading.documents import documents_in
from analysis.text.answer_sets import sections_of
from annotation.services.datasets.sentences import divided
from annotation.services.work.claim import claim_hit
from midpath.alignment.aligning import align_documents
from midpath.alignment.golds import BadGold, Gold, Golds, gold_of_votes
from midpath.alignment.places import Named, Places
from tasks.fold import fold_all
from tests.helpers.evidence import PLAIN as PLAIN_EVIDENCE
from tests.helpers.evidence import document as evidence_document
from tests.helpers.evidence import import_lines, judge_all
from tests.helpers.evidence import question as evidence_question
from tests.helpers.factories import enrol, make_campaign, submit
from tests.helpers.pairs import YES


def test_votes_are_sets_by_category() -> None:
    section = {"title": "", "paragraphs": ["Text."]}

    def voted(votes: object) -> dict[str, Any]:
        return {**section, "columns": {"votes": votes}}

    given = [
        voted({"Cookies": 2, "Other": 1}),
        voted({"Cookies": 1}),
        section,
        voted(["Cookies"]),
        voted({"Cookies": True}),
    ]
    documents: list[Named] = [(3, "a", {"category": "", "sections": given})]
    gold = gold_of_votes(documents)
    assert gold is not None
    assert gold.sets == {"Cookies": [(3, 0), (3, 1)], "Other": [(3, 0)]}
    assert gold.left_out == {"unreadable": 2}
    stricter = gold_of_votes(documents, 2, ["Other"])
    assert stricter is not None
    assert stricter.sets == {"Cookies": [(3, 0)]}
    with pytest.raises(BadGold, match=r"No section has votes for 'Cokies'. Known: Cookies, Other"):
        gold_of_votes(documents, without=["Cokies"])
    bare: list[Named] = [(1, "b", {"category": "", "sections": [section]})]
    assert gold_of_votes(bare) is None
    found = Golds()
    found.add_votes(documents, "paragraphs")
    assert not found.golds
    assert found.notes == ["The votes are on sections and do not apply to paragraphs."]


def test_sentences_stand_where_the_answer_sets_of_a_campaign_have_them() -> None:
    luck = Random(1)
    for _ in range(50):
        sections = [
            {
                "title": "",
                "paragraphs": [
                    " ".join(
                        luck.choice(("We sell it.", "We do not.", "Ask us.")) for _ in range(2)
                    )
                    for _ in range(luck.randint(0, 3))
                ],
            }
            for _ in range(luck.randint(1, 4))
        ]
        content: dict[str, Any] = {"category": "", "sections": sections}
        content |= divided(content)
        found = Places([(7, "a", content)], "sections").of_sentences("a", content["sentences"])
        assert found == [(7, number) for number in sections_of(content)]
    places = Places([(7, "a", content)], "sections")
    assert places.of_sentences("a", ["Nowhere.", *content["sentences"]])[0] is None
    assert places.of_sentences("b", ["Nowhere."]) == [None]


def test_sentences_stand_where_a_search_segment_by_segment_finds_them() -> None:
    luck = Random(2)
    words = ("we", "sell", "it", "sell it", "it we", "", "nowhere")
    for _ in range(200):
        texts = [" ".join(luck.choices(words, k=luck.randint(0, 5))) for _ in range(5)]
        sections = [{"title": "", "paragraphs": [text]} for text in texts]
        places = Places([(7, "a", {"category": "", "sections": sections})], "sections")
        sentences = [luck.choice(words) for _ in range(6)]
        assert places.of_sentences("a", sentences) == searched(texts, sentences)


def searched(texts: list[str], sentences: list[str]) -> list[tuple[int, int] | None]:
    found: list[tuple[int, int] | None] = []
    rest = [(number, " ".join(text.split())) for number, text in enumerate(texts)]
    for sentence in sentences:
        at = next((at for at, (_, text) in enumerate(rest) if sentence in text), None)
        if at is None:
            found.append(None)
            continue
        number, text = rest[at]
        rest = [(number, text[text.index(sentence) + len(sentence) :]), *rest[at + 1 :]]
        found.append((7, number))
    return found


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


def test_of_segments_with_the_same_words_the_one_with_the_title_is_found() -> None:
    titled = [("Ours", "We sell it."), ("Yours", "We  sell it."), ("Yours", "We sell it.")]
    sections = [{"title": title, "paragraphs": [text]} for title, text in titled]
    places = Places([(7, "a", {"category": "", "sections": sections})], "sections")
    found = [places.find("a", "We sell\nit.", title) for title in ("Yours", "Ours", "Theirs")]
    assert found == [(7, 1), (7, 0), (7, 0)]
    assert places.find("a", "We sell") is None
    assert places.find("b", "We sell it.") is None


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
