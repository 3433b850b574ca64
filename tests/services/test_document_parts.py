"""Items and their parts: stored unchanged; labels on documents, sections, paragraphs, sentences."""

import csv
import io
import json
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from analysis.exports.export_registry import export_file
from annotation.models import Campaign, Dataset, Item, Project
from annotation.schemes import scheme_of
from annotation.services.accounts.members import add_member
from annotation.services.datasets import items
from annotation.services.datasets.items import Row, store_items
from annotation.services.datasets.parts import count_parts
from annotation.services.errors import Invalid
from midpath.schemes.label.gold_answers import known_answer
from midpath.text.sentences import sentences_of
from tasks.fold import fold_all
from tests.helpers.factories import enrol, judge_next, make_campaign, make_dataset, make_user
from tests.helpers.imports import imported
from tests.helpers.pages import signed_in
from tests.helpers.refusals import refused_by_database
from tests.helpers.tiers import by_tier

SOLD = "We sell nothing to anybody."
DOCUMENTS = [
    {
        "document": "one.example",
        "category": "News",
        "sections": [
            {
                "title": "Sharing",
                "paragraphs": [SOLD, "We ask before we share."],
                "gold": "Positive",
            },
            {"title": "An empty section", "paragraphs": []},
            {"title": "", "paragraphs": ["Write to us."]},
        ],
    },
    {"document": "two.example", "sections": [{"title": "Sharing", "paragraphs": [SOLD]}]},
]


def policies(project: Project | None = None) -> Dataset:
    return imported("policies.jsonl", "\n".join(map(json.dumps, DOCUMENTS)), "Policies", project)


def labels_on(documents: Dataset, parts: str = "", **terms: Any) -> Campaign:
    return make_campaign(documents, scheme="label", parts=parts, **terms)


def names_in(dataset: Dataset) -> list[str]:
    return list(dataset.items.order_by("position").values_list("text", flat=True))


def shown(campaign: Campaign, item: Item) -> dict[str, Any]:
    (text,) = scheme_of(campaign).shown(item, campaign.settings)["texts"]
    found: dict[str, Any] = text
    return found


def test_a_whole_document_is_shown_with_its_headings() -> None:
    campaign = labels_on(policies())
    assert names_in(campaign.dataset) == ["one.example", "two.example"]
    text = shown(campaign, campaign.dataset.items.get(position=1))
    found = text["text"].split("\n")
    assert found == ["Sharing", SOLD, "We ask before we share.", "An empty section", "Write to us."]
    stored = [text["text"][begin:end] for begin, end in text["headings"]]
    assert stored == ["Sharing", "An empty section"]


def test_sections_and_paragraphs_become_items_with_their_places() -> None:
    documents = policies()
    assert (count_parts(documents, "sections"), count_parts(documents, "paragraphs")) == (3, 4)
    sections = labels_on(documents, "sections").dataset
    assert (sections.name, sections.item_count) == ("Policies: sections", 3)
    found = names_in(sections)
    assert found == ["one.example, section 1", "one.example, section 3", "two.example, section 1"]
    paragraphs = labels_on(documents, "paragraphs").dataset
    assert names_in(paragraphs)[1] == "one.example, section 1, paragraph 2"
    last = paragraphs.items.get(position=4)
    assert last.content["part"] == {"document": "two.example", "section": 1, "paragraph": 1}
    assert last.document == documents.items.get(text="two.example")


def test_a_paragraph_is_shown_below_the_heading_of_its_section() -> None:
    campaign = labels_on(policies(), "paragraphs")
    text = shown(campaign, campaign.dataset.items.get(position=2))
    assert text == {
        "name": "text",
        "text": "Sharing\nWe ask before we share.",
        "headings": [[0, 7]],
    }


def test_campaigns_on_the_same_parts_share_a_dataset() -> None:
    documents = policies()
    first, second = (labels_on(documents, "paragraphs") for _ in range(2))
    assert first.dataset == second.dataset
    assert labels_on(documents, "sections").dataset != first.dataset


def test_gold_answers_of_sections_are_those_of_the_file() -> None:
    campaign = labels_on(policies(), "sections")
    known = [
        known_answer(item, campaign.settings)
        for item in campaign.dataset.items.order_by("position")
    ]
    assert known == [0, None, None]


def test_judgments_are_exported_with_document_and_place() -> None:
    campaign = labels_on(policies(), "paragraphs", redundancy=1)
    worker = enrol(campaign)
    for _ in range(4):
        judge_next(worker, {"answer": 2})
    fold_all(campaign.pk)
    body = export_file(campaign.pk, "judgments-csv").body.decode()
    rows = {row["item"]: row for row in csv.DictReader(io.StringIO(body))}
    row = rows["one.example, section 3, paragraph 1"]
    assert (row["document"], row["section"], row["paragraph"]) == ("one.example", "3", "1")
    lines = export_file(campaign.pk, "judgments-jsonl").body.splitlines()
    assert {json.loads(line)["section"] for line in lines} == {1, 3}
    gold = json.loads(export_file(campaign.pk, "gold").body)
    entry = gold["items"]["two.example, section 1, paragraph 1"]
    assert (entry["document"], entry["section"], entry["paragraph"]) == ("two.example", 1, 1)
    assert "Negative" in str(gold["consensus"]["two.example, section 1, paragraph 1"])
    items = export_file(campaign.pk, "table-items-jsonl").body.splitlines()
    assert json.loads(items[3])["document"] == "two.example"


def test_other_schemes_and_other_datasets_have_no_parts() -> None:
    documents = policies()
    with pytest.raises(Invalid, match="Spans: parts of documents are not supported"):
        make_campaign(documents, scheme="spans", parts="sections")
    with pytest.raises(Invalid, match="choose sections or paragraphs"):
        labels_on(documents, "words")
    with pytest.raises(Invalid, match="For a dataset of documents"):
        labels_on(labels_on(documents, "sections").dataset, "paragraphs")


def test_too_many_parts_are_refused_and_nothing_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotation.services.datasets.parts.MAX_PARTS", 3)
    documents = policies()
    assert labels_on(documents, "sections").hit_count == 3
    with pytest.raises(Invalid, match="more than 3 paragraphs"):
        make_campaign(documents, scheme="label", parts="paragraphs")
    assert Dataset.objects.count() == 2


def test_what_an_item_is_is_chosen_on_the_form() -> None:
    documents = policies()
    user, owner = make_user(), documents.project.memberships.get().user
    add_member(project=documents.project, by=owner, username=user.username)
    client = signed_in(user)
    address = reverse("research:new_campaign", args=(documents.pk,))
    page = " ".join(client.get(address).content.decode().split())
    for choice in ("Each document as a whole (2 documents)", "(3 sections)", "(4 paragraphs)"):
        assert choice in page
    form = client.get(address).context
    filled = {"scheme": "label", "parts": "paragraphs", "name": "By paragraph"}
    for name, value in form["form"].initial.items():
        filled.setdefault(name, "" if value is None or value is False else str(value))
    for name, value in form["settings_forms"]["label"].initial.items():
        filled[f"label-{name}"] = str(value)
    cost = client.get(reverse("research:new_cost", args=(documents.pk,)), filled)
    assert "4 texts × 5 = 20 judgments" in " ".join(cost.content.decode().split())
    assert client.post(address, filled).status_code == 302
    campaign = Campaign.objects.get(name="By paragraph")
    assert campaign.dataset.name == "Policies: paragraphs"
    page = client.get(reverse("research:dataset", args=(campaign.dataset_id,))).content.decode()
    assert "4 paragraphs" in page
    assert "one.example, section 1, paragraph 2" in page
    assert reverse("research:dataset", args=(documents.pk,)) in page


PIECES = st.sampled_from(
    [
        *("We keep it. ", "Sold? ", "e.g. ", "U.S. ", "“No.” ", "(Never.) ", "...", "\n\n", " "),
        *("هل؟", "है।", "ነው።"),
        *(
            "你好",
            "。",
            "！",
            "？",
            "」",
            "』",
            "”",
            "“",
            "）",
            '"',
            "’",
            "\u3000",
            "هل؟",
            "है।",
            "ነው።",
        ),
    ]
)
PARAGRAPHS = st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=60)


@pytest.mark.long
@given(PARAGRAPHS)
@example("“你好。”再见！")
@example("「好。」")
@example("好！！」。 」")
def test_everything_but_white_space_is_in_some_sentence_in_order(paragraph: str) -> None:
    found = sentences_of(paragraph)
    assert "".join("".join(found).split()) == "".join(paragraph.split())
    assert all(one == " ".join(one.split()) and one for one in found)


@pytest.mark.parametrize(
    ("paragraph", "expected"),
    [
        ("“你好。”再见！", ["“你好。”", "再见！"]),
        ("「行きます。」と言った。終わり", ["「行きます。」", "と言った。", "終わり"]),
        ("真的？！是。", ["真的？！", "是。"]),
        ("（我们不卖。）\u3000完。", ["（我们不卖。）", "完。"]),
        ("هل تبيعها؟ لا.", ["هل تبيعها؟", "لا."]),
        ("He said “Go.” Then left.", ["He said “Go.”", "Then left."]),
        (" \n ", []),
    ],
)
def test_what_closes_with_a_sentence_stays_with_it(paragraph: str, expected: list[str]) -> None:
    assert sentences_of(paragraph) == expected


# Everything that COPY escapes, and a character beyond the first plane.
HARD = ["\\", "\\.", "\\N", "\\n", "\t", "\n", "\r", "\r\n", "\\\t", '"', "\x1b", "😀", "é"]
PLAIN = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
TEXTS = st.lists(st.sampled_from(HARD) | PLAIN)


@pytest.mark.long
@given(st.lists(TEXTS.map("".join), unique=True, max_size=8), st.integers(1, 3))
@settings(
    max_examples=by_tier(quick=10, long=200),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_what_is_stored_is_what_was_given(texts: list[str], batch: int) -> None:
    dataset, document = make_dataset([]), make_dataset(["a document"]).items.get()
    rows = [
        Row(text, {"tokens": [text, "ü"]}, document.pk if place % 2 else None)
        for place, text in enumerate(texts)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(items, "BATCH", batch)
        store_items(dataset.pk, rows)
    stored = dataset.items.order_by("position")
    assert [Row(one.text, one.content, one.document_id) for one in stored] == rows
    assert [one.position for one in stored] == list(range(1, len(rows) + 1))


def test_one_text_twice_stores_nothing() -> None:
    dataset = make_dataset([])
    with refused_by_database("one_item_per_text"):
        store_items(dataset.pk, [Row("a", {}, None), Row("b", {}, None), Row("a", {}, None)])
    assert not dataset.items.exists()
