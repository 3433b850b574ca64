"""A campaign of pairs on the researchers' pages."""

import re
from typing import Any

import pytest
from django.test import Client

from annotation.models import Campaign, Dataset
from annotation.services.campaigns.campaigns import extend_redundancy
from tests.helpers.factories import enrol, judge_next, make_campaign, make_user
from tests.helpers.pages import assert_hides, assert_shows, read
from tests.helpers.queries import assert_queries
from tests.helpers.text_pairs import COOKIES, FILES, THREE_WAY, pairs_of_texts
from tests.research.study import Study

pytestmark = pytest.mark.long
LOCKS = "Your data is kept on servers behind locked doors, and every connection is encrypted."
ABOUT: dict[str, Any] = {
    "similarity": 412_999,
    "stratum": 1,
    "gold": "Yes, the same issue",
    "why": "Both are about files that a site stores.",
}
THREE_WAY_KNOWN = {
    **THREE_WAY,
    "answers": [{"label": "Yes, the same issue", "yes": True}, {"label": "No"}],
}
KEYWORDS = {"left": ["cookies", "Basket"], "right": ["files"]}


@pytest.fixture
def dataset(study: Study) -> Dataset:
    return pairs_of_texts((COOKIES, FILES), (LOCKS, FILES), project=study.project, **ABOUT)


@pytest.fixture
def campaign(dataset: Dataset) -> Campaign:
    return make_campaign(dataset, scheme="pair", settings={"preset": "binary"}, redundancy=5)


def judge(campaign: Campaign, *answers: int, **payload: Any) -> None:
    """For each answer, let a worker give it to every pair."""
    sent = {"keywords": KEYWORDS, **payload}
    if not campaign.settings["keywords"]:
        del sent["keywords"]
    elif campaign.hit_count > 1:
        sent["keywords"] = {"left": ["your"], "right": ["files"]}
    for answer in answers:
        enrolment = enrol(campaign)
        for _ in range(campaign.hit_count):
            judge_next(enrolment, {"answer": answer, **sent})


def terms(**changed: str) -> dict[str, str]:
    return {
        "name": "Privacy issues",
        "scheme": "pair",
        "redundancy": "5",
        "majority_of": "answers",
        "pass_after": "3",
        "reward": "0.05",
        "currency": "USD",
        "minutes": "10",
        "instructions": "Read both.",
        "pair-preset": "binary",
        "pair-question": "The same issue?",
        "pair-label_1": "Yes",
        "pair-key_1": "y",
        "pair-yes_1": "on",
        "pair-label_2": "No",
        "pair-key_2": "n",
        "pair-with_keywords": "on",
        "pair-least": "1",
        "pair-most": "2",
        "pair-help": "cookies\nsecurity",
        **changed,
    }


def test_the_terms_page_asks_what_is_requested(dataset: Dataset, owner: Client) -> None:
    address = f"/research/datasets/{dataset.pk}/campaigns/new/"
    page = owner.get(address).content.decode()
    assert "Do the two texts discuss the same privacy issue?" in page
    assert f'hx-get="/research/datasets/{dataset.pk}/campaigns/cost/"' in page
    answer = owner.post(address, terms())
    made = Campaign.objects.get(name="Privacy issues")
    assert answer.headers["Location"] == f"/research/campaigns/{made.pk}/"
    assert made.settings == {
        "preset": "custom",
        "question": "The same issue?",
        "answers": [
            {"label": "Yes", "key": "y", "yes": True},
            {"label": "No", "key": "n", "yes": False},
        ],
        "keywords": [1, 2],
        "help": ["cookies", "security"],
        "help_at": None,
    }
    draft = owner.get(f"/research/campaigns/{made.pk}/").content.decode()
    assert_shows(draft, "The same issue?", "1 to 2 from each text")


def test_without_scripts_a_preset_brings_its_answers(dataset: Dataset, owner: Client) -> None:
    address = f"/research/datasets/{dataset.pk}/campaigns/new/"
    form = owner.get(address).context["settings_forms"]["pair"]
    shown = {
        f"pair-{name}": "on" if value is True else str(value).replace("\n", "\r\n")
        for name, value in form.initial.items()
        if value is not False
    }
    bare = {key: value for key, value in terms().items() if not key.startswith("pair-")}
    owner.post(address, {**bare, **shown, "pair-preset": "three-way"})
    made = Campaign.objects.get(name="Privacy issues")
    assert made.settings["preset"] == "three-way"
    assert len(made.settings["answers"]) == 3
    assert made.settings["keywords"] is None


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"pair-question": ""}, "Enter the question that workers answer."),
        ({"pair-label_2": ""}, "Give 2 to 6 answers to choose from."),
        ({"pair-key_2": "Y"}, "Answers 1 and 2 have the same key. Change one of them."),
        ({"pair-key_2": "z"}, "The key Z undoes the last step. Choose another key."),
        ({"pair-least": "3"}, "from 1 to 10"),
        ({"pair-least": "0"}, "greater than or equal to 1"),
        ({"pair-preset": "quaternary"}, "Select a valid choice"),
        ({"pair-help": "x" * 201}, "example 1 in at most 200 visible characters"),
        ({"name": ""}, "Give the campaign a name."),
    ],
)
def test_invalid_settings_are_explained_and_nothing_is_lost(
    dataset: Dataset, owner: Client, changed: dict[str, str], message: str
) -> None:
    answer = owner.post(f"/research/datasets/{dataset.pk}/campaigns/new/", terms(**changed))
    assert answer.status_code == 400
    page = answer.content.decode()
    assert message in page
    assert "security" in page or "pair-help" in changed
    assert not Campaign.objects.filter(dataset=dataset).exists()


def test_a_draft_keeps_its_settings_when_edited(dataset: Dataset, owner: Client) -> None:
    draft = make_campaign(dataset, scheme="pair", settings=THREE_WAY, launch=False)
    address = f"/research/campaigns/{draft.pk}/edit/"
    assert owner.get(address).context["settings_forms"]["pair"]["preset"].value() == "three-way"
    assert owner.post(address, terms()).status_code == 302
    draft.refresh_from_db()
    assert draft.settings["question"] == "The same issue?"


def test_pairs_show_votes_keywords_and_consensus(campaign: Campaign, owner: Client) -> None:
    judge(campaign, 0, 0, 1)
    page = owner.get(f"/research/campaigns/{campaign.pk}/items/")
    row = page.context["rows"][0]
    found = [(vote.label, vote.count) for vote in row["votes"]]
    assert found == [("Yes, the same issue", 2), ("No, different issues", 1)]
    stored = [(c.name, c.label, c.support) for c in row["consensus"]]
    assert stored == [("majority", "Yes, the same issue", "2 of 3, more than half")]
    assert row["sides"][1].keywords == [("files", 3)]
    assert (row["similarity"], row["stratum"]) == ("0.412", "(.25, .5]")
    for words in ("Pairs of", "cookies to remember", "small files", "files</bdi> × 3", "p-1"):
        assert words in page.content.decode()


def test_three_answers_have_yes_and_no_and_report_ties(dataset: Dataset, owner: Client) -> None:
    campaign = make_campaign(dataset, scheme="pair", settings=THREE_WAY)
    judge(campaign, 0, 1)
    rows = owner.get(f"/research/campaigns/{campaign.pk}/items/").context["rows"]
    assert [(c.name, c.label, c.support, c.tied) for c in rows[0]["consensus"]] == [
        ("majority", "", "1 of 2 each", "tie of two"),
        ("yes or no", "yes", "2 of 2, more than half", ""),
    ]


def test_a_pair_with_its_judgments(campaign: Campaign, owner: Client) -> None:
    judge(campaign, 0, 1, marked=True)
    hit = campaign.hits.order_by("item__position")[0]
    page = owner.get(f"/research/campaigns/{campaign.pk}/items/{hit.pk}/").content.decode()
    assert_shows(re.sub("</?mark[^>]*>", "", page), COOKIES.split(".")[0], "gold answer")
    assert "Both are about files that a site stores." in page
    assert page.count("with the shared words marked") == 2
    assert_shows(page, "No, different issues", "First text: <bdi>your</bdi>")


@pytest.mark.quick
def test_words_of_both_texts_and_copied_words_are_marked(study: Study, owner: Client) -> None:
    texts = ("We <b>share</b> your data with partners.", "Our Partners get your data & coffee.")
    dataset = pairs_of_texts(texts, project=study.project)
    campaign = make_campaign(dataset, scheme="pair", settings={"preset": "binary"}, redundancy=5)
    keywords = {"left": ["your  data"], "right": ["get your"]}
    judge(campaign, 0, 0, keywords=keywords)
    hit = campaign.hits.get()
    page = owner.get(f"/research/campaigns/{campaign.pk}/items/{hit.pk}/").content.decode()
    marks = re.findall(r'<mark\s+class="([^"]*)">([^<]*)</mark\s*>', page)
    assert [(" ".join(kinds.split()), text) for kinds, text in marks] == [
        ("shared copied", "your"),
        ("copied", " "),
        ("shared copied", "data"),
        ("shared", "partners"),
        ("shared", "Partners"),
        ("copied", "get "),
        ("shared copied", "your"),
        ("shared", "data"),
    ]
    assert "We &lt;b&gt;share&lt;/b&gt; " in page
    assert "Shaded words are in both texts." in page


def test_pairs_are_found_by_either_text_and_by_name(campaign: Campaign, owner: Client) -> None:
    for query, found in (("locked doors", 1), ("REFUSE these", 2), ("p-2", 1), ("nowhere", 0)):
        page = owner.get(f"/research/campaigns/{campaign.pk}/items/", {"q": query})
        assert len(page.context["rows"]) == found


def test_no_page_of_a_campaign_of_pairs_breaks(campaign: Campaign, owner: Client) -> None:
    hit = campaign.hits.order_by("position")[0]
    pages: tuple[str, ...] = (
        "",
        "live/",
        "history/",
        "extend/",
        "export/",
        "preview/",
        "preview/?text=2",
        "items/",
    )
    pages += (f"items/{hit.pk}/", "items/?order=disagreement", "pause/", "close/")
    for judged in (False, True):
        if judged:
            judge(campaign, 0, 1)
        for page in pages:
            answer = owner.get(f"/research/campaigns/{campaign.pk}/{page}")
            assert answer.status_code == 200, page
            assert b"/biases/" not in answer.content
    shown = owner.get(f"/research/projects/{campaign.dataset.project_id}/lab/").content.decode()
    assert campaign.name not in shown
    extend_redundancy(campaign=campaign, user=make_user(), redundancy=7)
    assert owner.get(f"/research/campaigns/{campaign.pk}/").status_code == 200
    assert owner.get(f"/research/projects/{campaign.dataset.project_id}/").status_code == 200
    assert owner.get(f"/research/datasets/{campaign.dataset_id}/").status_code == 200


def test_a_preview_shows_a_pair_without_its_gold(campaign: Campaign, owner: Client) -> None:
    page = owner.get(f"/research/campaigns/{campaign.pk}/preview/").content.decode()
    assert_shows(page, "Do the two texts discuss the same privacy issue?", "small files")
    assert_hides(page, "Both are about files that a site stores.", "412999")


def test_a_page_of_pairs_costs_the_same_however_many_were_judged(
    campaign: Campaign, owner: Client
) -> None:
    address = f"/research/campaigns/{campaign.pk}/items/"
    owner.get(address)
    with assert_queries(11):
        owner.get(address)
    judge(campaign, 0, 1, 1)
    with assert_queries(11):
        owner.get(address)


def test_a_stranger_finds_nothing(campaign: Campaign, stranger: Client) -> None:
    hit = campaign.hits.order_by("position")[0]
    for page in ("items/", f"items/{hit.pk}/", "preview/"):
        assert stranger.get(f"/research/campaigns/{campaign.pk}/{page}").status_code == 404


def test_a_pair_with_a_gold_answer_is_in_no_figure(dataset: Dataset, owner: Client) -> None:
    content = {"left": {"text": COOKIES}, "right": {"text": FILES}}
    dataset.items.filter(position=2).update(content=content)
    campaign = make_campaign(
        dataset, scheme="pair", settings=THREE_WAY_KNOWN, training_hits=1, most_workers=12
    )
    judge_next(enrol(campaign), {"answer": 0})
    known = campaign.hits.get(known=True)
    page = owner.get(f"/research/campaigns/{campaign.pk}/items/{known.pk}/").content.decode()
    assert "1 judgment, used as a check with a gold answer" in page
    assert "gold answer: paid, not in the figures" in page
    assert "so its judgments are not in the figures" in page


def test_the_pages_of_moves_name_pairs(campaign: Campaign, dataset: Dataset, owner: Client) -> None:
    for move, words in (("extend", "Judgments per pair from now on"), ("pause", "no new pairs")):
        assert words in owner.get(f"/research/campaigns/{campaign.pk}/{move}/").content.decode()
    draft = make_campaign(dataset, scheme="pair", settings={"preset": "binary"}, launch=False)
    assert "Workers will get 2 pairs" in read(owner, f"/research/campaigns/{draft.pk}/launch/")
