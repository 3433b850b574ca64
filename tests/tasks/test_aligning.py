"""Documents aligned and held against golds: everything by place, as anybody would compute it."""

from collections.abc import Iterator
from fractions import Fraction
from math import isfinite
from random import Random
from typing import Any

import pytest

from annotation.services.sentences import divided
from corpus.alignment import METHODS
from corpus.bags import Terms
from tasks.aligning import STEPS, Aligned, align_documents
from tasks.alignment_golds import MOST_DISAGREEMENTS
from tasks.answer_sets import sections_of
from tasks.campaign_golds import golds_of, named_contents
from tasks.fold import fold_all
from tasks.golds import BadGold, Gold, Golds, Verdict, gold_of_votes
from tasks.jobs import Failed, Stopped
from tasks.places import Named, Places
from tests.alignments import (
    ask,
    drawn_campaign,
    judge_by,
    make_voted,
    pairs_of_sets,
    same_title,
    shares_of,
)
from tests.evidence import PLAIN as PLAIN_EVIDENCE
from tests.evidence import document as evidence_document
from tests.evidence import import_lines, judge_all
from tests.evidence import question as evidence_question
from tests.factories import make_campaign

Place = tuple[int, ...]
WORDS = ("wine", "cars", "roses", "trains", "letters")


def made_up(seed: int, documents: int = 7) -> list[Named]:
    """Sections of one topic each, some empty or too short to stay, with votes for the topic."""
    luck = Random(seed)
    found: list[Named] = []
    for number in range(documents):
        sections = []
        for _ in range(luck.randint(0, 6)):
            topic = luck.choice(WORDS)
            length = luck.choice((0, 2, 8, 12))
            words = [luck.choice((topic, f"{topic} {topic}s", "and")) for _ in range(length)]
            paragraphs = [" ".join(words)] if words else []
            votes = {"votes": {topic: luck.randint(0, 3), luck.choice(WORDS): 1}}
            sections.append({"title": "", "paragraphs": paragraphs, "columns": votes})
        found.append((10 * number, f"document {number}", {"category": "", "sections": sections}))
    return found


def contents(documents: list[Named]) -> Iterator[tuple[int, Any]]:
    return ((number, content) for number, _, content in documents)


def groups_by_place(aligned: Aligned) -> list[dict[Place, int]]:
    places = [tuple(place) for place in aligned.grouping["places"]]
    return [dict(zip(places, run, strict=True)) for run in aligned.grouping["runs"]]


def insist_on_means(figures: dict[str, Any], runs: list[dict[str, float | None]]) -> None:
    for name, spread in figures.items():
        known = [value for one in runs if (value := one[name]) is not None]
        assert spread["runs"] == len(known)
        if known:
            assert spread["mean"] == pytest.approx(sum(known) / len(known), abs=1e-12)
        else:
            assert spread["mean"] is None
            assert spread["why"]


@pytest.mark.parametrize("seed", range(5))
def test_the_table_is_what_anybody_computes_from_the_groups_by_place(seed: int) -> None:
    documents = made_up(seed)
    gold = gold_of_votes(documents)
    assert gold is not None
    luck = Random(seed)
    places = sorted({place for one in gold.sets.values() for place in one})
    chosen = [tuple(sorted(luck.sample(places, 2))) for _ in range(12)]
    judged = {(left, right): luck.random() < 0.5 for left, right in chosen}
    verdicts = [
        Verdict(left, right, yes, 2 * yes, 2, item, None)
        for item, ((left, right), yes) in enumerate(judged.items())
    ]
    pairs = Gold("pairs-1", "Pairs", "pairs", verdicts=verdicts)
    asked = ask(compare=True, methods=("clustering", "vanilla"), curves=3, runs=3)
    aligned = align_documents(contents(documents), asked, [gold, pairs])
    results, runs = aligned.results, groups_by_place(aligned)
    kept = runs[0].keys()
    for number, _, content in documents:
        for place, section in enumerate(content["sections"]):
            words = " ".join(section["paragraphs"]).split()
            assert ((number, place) in kept) == (len(words) >= asked.terms.fewest_words)
    sets = [[place for place in one if place in kept] for one in gold.sets.values()]
    inside = {pair: yes for pair, yes in judged.items() if {*pair} <= kept}
    line = next(one for one in results["table"] if one["method"] == "vanilla")
    for key, of in (("votes", pairs_of_sets(sets)), ("pairs-1", inside)):
        told = next(one for one in results["golds"] if one["key"] == key)
        assert (told["pairs"], told["yes"]) == (len(of), sum(of.values()))
        shares = [shares_of(run, of) for run in runs]
        insist_on_means(line["scores"][key], shares)
        at_three = results["curves"][key]["vanilla"][2]
        for name in ("precision", "recall", "f", "agreement"):
            assert at_three[name] == line["scores"][key][name]["mean"]
    told = results["golds"][1]
    assert told["left_out"]["not_kept"] == len(judged) - len(inside)
    assert [one["method"] for one in results["table"]] == ["clustering", "vanilla"]
    assert set(results["curves"]["votes"]) == {"clustering", "vanilla"}


def test_what_is_told_of_the_groups_is_of_the_best_run() -> None:
    documents = made_up(3)
    results, grouping = (
        (one := align_documents(contents(documents), ask(runs=4), [])).results,
        one.grouping,
    )
    objectives = [fit["objective"] for fit in results["fits"]]
    assert results["best"] == objectives.index(max(objectives))
    labels = grouping["runs"][results["best"]]
    for top in results["tops"]:
        here = [
            p for p, label in zip(grouping["places"], labels, strict=True) if label == top["group"]
        ]
        assert top["segments"] == len(here)
        assert top["documents"] == len({place[0] for place in here})
        shares = [share for _, share in top["by_probability"]]
        assert shares == sorted(shares, reverse=True)
    assert results["segments"] == len(labels) == sum(top["segments"] for top in results["tops"])
    assert results["segments"] + results["left_out"]["short"] == sum(
        len(content["sections"]) for _, _, content in documents
    )


@pytest.mark.parametrize("method", METHODS)
def test_terms_of_segments_that_are_left_out_are_peculiar_to_no_group(method: str) -> None:
    sections = [{"title": "", "paragraphs": [text]} for text in ("red", "blue wine and cars")]
    documents = [(n, {"category": "", "sections": sections}) for n in range(3)]
    aligned = align_documents(documents, ask(method=method, groups=2), [])
    assert aligned.results["terms_kept"] == 5
    lifts = [pair for top in aligned.results["tops"] for pair in top["by_lift"]]
    assert "red" not in [term for term, _ in lifts]
    assert all(isfinite(lift) for _, lift in lifts)


def test_the_same_seed_makes_the_same_groups() -> None:
    documents = made_up(4)
    first, again, other = (
        align_documents(contents(documents), ask(seed=seed, method=method), [])
        for seed, method in ((1, "vanilla"), (1, "vanilla"), (2, "vanilla"))
    )
    assert first == again
    assert first.results["fits"] != other.results["fits"]


@pytest.mark.parametrize("method", METHODS)
def test_every_method_makes_as_many_groups_as_asked_at_most(method: str) -> None:
    aligned = align_documents(contents(made_up(5)), ask(method=method), [])
    assert len(aligned.results["tops"]) == 3
    assert {label for run in aligned.grouping["runs"] for label in run} <= {0, 1, 2}
    assert [one["method"] for one in aligned.results["table"]] == [method]


def test_progress_never_goes_back_and_comes_to_its_end() -> None:
    told: list[tuple[int, int]] = []
    asked = ask(compare=True, curves=2)
    align_documents(contents(made_up(1)), asked, [], lambda *one: told.append(one))
    fits = len(METHODS) + 3 * 2
    total = fits * asked.runs * STEPS
    assert told[0] == (0, total)
    assert told[-1] == (total, total)
    assert {of for _, of in told} == {total}
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_who_is_told_may_stop_it() -> None:
    def stop(done: int, total: int) -> None:
        if done:
            raise Stopped

    with pytest.raises(Stopped):
        align_documents(contents(made_up(1)), ask(), [], stop)


@pytest.mark.parametrize(
    ("terms", "said"),
    [(Terms(fewest_words=1000), "No segment is left"), (Terms(least_documents=99), "No term is")],
)
def test_where_nothing_is_left_it_says_so(terms: Terms, said: str) -> None:
    with pytest.raises(Failed, match=said):
        align_documents(contents(made_up(1)), ask(terms=terms), [])


def test_disagreements_are_those_of_two_majorities_the_most_decided_first() -> None:
    documents = made_up(6)
    luck = Random(6)
    aligned = align_documents(contents(documents), ask(runs=5), [])
    places = [tuple(place) for place in aligned.grouping["places"]]
    verdicts = []
    for item in range(MOST_DISAGREEMENTS + 300):
        left, right = luck.sample(places, 2)
        yes_votes, votes = luck.choice(((0, 3), (1, 5), (2, 3), (5, 5)))
        verdict = Verdict(left, right, 2 * yes_votes > votes, yes_votes, votes, item, 400_000)
        verdicts.append(verdict)
    gold = Gold("pairs-1", "Pairs", "pairs", verdicts=verdicts)
    aligned = align_documents(contents(documents), ask(runs=5), [gold])
    found = aligned.results["disagreements"]["pairs-1"]
    slow = []
    for one in verdicts:
        many = sum(run[one.left] == run[one.right] for run in groups_by_place(aligned))
        if (2 * many > 5) != one.yes:
            crowd = abs(2 * Fraction(one.yes_votes, one.votes) - 1)
            decided = abs(2 * Fraction(many, 5) - 1) * crowd
            slow.append((-decided, one.item, [one.item, many, one.yes_votes, one.votes, 400_000]))
    assert found == [row for _, _, row in sorted(slow)][:MOST_DISAGREEMENTS]
    assert found


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
    assert found.notes == ["The votes are on sections and say nothing of paragraphs."]


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


@pytest.mark.django_db(transaction=True)
def test_judged_pairs_are_found_by_document_text_and_title() -> None:
    documents = make_voted()
    campaign = drawn_campaign(documents)
    judge_by(campaign, [same_title, same_title, lambda content: True])
    fold_all(campaign.pk)
    votes, gold = golds_of(documents, "sections").golds
    assert (votes.key, gold.key, gold.kind) == ("votes", f"pairs-{campaign.pk}", "pairs")
    contents_of = {item.pk: item.content for item in campaign.dataset.items.all()}
    by_number = {number: (name, content) for number, name, content in named_contents(documents)}
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
    aligned = align_documents(contents(list(named_contents(documents))), ask(), [gold])
    assert aligned.results["golds"][0]["quartiles"] == [float(one) for one in gold.quartiles]
    items = [row[0] for row in aligned.results["disagreements"][gold.key]]
    assert set(items) <= set(contents_of)


@pytest.mark.django_db(transaction=True)
def test_ties_and_pairs_of_another_level_take_no_part() -> None:
    documents = make_voted()
    campaign = drawn_campaign(documents)
    judge_by(campaign, [lambda content: True, lambda content: False])
    found = golds_of(documents, "sections")
    assert [gold.key for gold in found.golds] == ["votes"]
    assert found.notes == [f"{campaign.name}: nothing in it can be compared yet."]
    of_paragraphs = golds_of(documents, "paragraphs")
    assert not of_paragraphs.golds
    assert (
        of_paragraphs.notes[1] == f"{campaign.name}: its pairs are of sections, not of paragraphs."
    )


@pytest.mark.django_db(transaction=True)
def test_evidence_makes_a_set_of_each_question_in_all_documents() -> None:
    documents = make_voted()
    mine = {name: content for _, name, content in named_contents(documents)}
    asked = ["site-0.example", "site-1.example"]
    sentences = {
        name: [
            part
            for one in mine[name]["sections"]
            for text in one["paragraphs"]
            for part in divided_text(text)
        ]
        for name in asked
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
    number = {name: place for place, name, _ in named_contents(documents)}
    zero, one = number["site-0.example"], number["site-1.example"]
    assert gold.sets == {"What is kept?": [(zero, 0), (zero, 1), (one, 0)]}
    assert gold.left_out == {"elsewhere": 2}
    results = align_documents(contents(list(named_contents(documents))), ask(), [gold]).results
    told = results["golds"][0]
    assert (told["pairs"], told["yes"], told["sets"], told["segments"]) == (3, 3, 1, 3)
    assert told["quartiles"] is None


def divided_text(text: str) -> list[str]:
    found: list[str] = divided({"sections": [{"title": "", "paragraphs": [text]}]})["sentences"]
    return found
