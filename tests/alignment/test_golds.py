"""Gold by position: votes, and the places of texts and sentences in documents."""

from random import Random
from typing import Any

import pytest

from analysis.text.answer_sets import sections_of
from annotation.services.datasets.sentences import divided
from midpath.alignment.golds import BadGold, Golds, gold_of_votes
from midpath.alignment.places import Named, Places


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


def test_of_segments_with_the_same_words_the_one_with_the_title_is_found() -> None:
    titled = [("Ours", "We sell it."), ("Yours", "We  sell it."), ("Yours", "We sell it.")]
    sections = [{"title": title, "paragraphs": [text]} for title, text in titled]
    places = Places([(7, "a", {"category": "", "sections": sections})], "sections")
    found = [places.find("a", "We sell\nit.", title) for title in ("Yours", "Ours", "Theirs")]
    assert found == [(7, 1), (7, 0), (7, 0)]
    assert places.find("a", "We sell") is None
    assert places.find("b", "We sell it.") is None
