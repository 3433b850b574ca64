"""Pages of alignments: figures, groups, pairs on which crowds disagree."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from addons.alignment.pages import crowd as alignment_crowd
from addons.alignment.pages import groups as alignment_groups
from addons.alignment.tests.requested import aligned, judge, judged_pairs
from annotation.models import Campaign, Dataset
from tests.helpers.documents import import_documents, policies
from tests.helpers.pages import assert_hides, assert_shows, page_of
from tests.research.study import Study

pytestmark = pytest.mark.long


def test_the_figures_are_shown_next_to_what_the_crowd_said(
    owner: Client, documents: Dataset, judged: Campaign
) -> None:
    alignment = aligned(documents)
    page = page_of(owner, "alignment", alignment.pk)
    (gold,) = alignment.results["golds"]
    assert f"Against {judged.name}" in page
    assert f"{gold['pairs']} pairs, {gold['yes']} of which belong together." in page
    assert "over 2 runs" in page
    assert "quartiles of 3 workers" in page
    assert "from cosine" in page
    assert "Where model and crowd differ" in page
    assert f"?alignment={alignment.pk}" in page
    assert "Methods compared with" not in page
    assert 'data-role="level"' in page


def test_every_figure_is_shown_next_to_what_looks_at_no_text(
    owner: Client, documents: Dataset, judged: Campaign
) -> None:
    alignment = aligned(documents)
    page = page_of(owner, "alignment", alignment.pk)
    (gold,) = alignment.results["golds"]
    pairs, yes = gold["pairs"], gold["yes"]
    assert gold["one_group"] == {
        "precision": pytest.approx(yes / pairs),
        "recall": 1.0,
        "f": pytest.approx(2 * yes / (yes + pairs)),
        "agreement": pytest.approx(yes / pairs),
    }
    for value in (yes / pairs, 2 * yes / (yes + pairs)):
        assert f"single cluster {value:.3f}" in page
    assert_shows(page, f"singletons {1 - yes / pairs:.3f}", 'data-role="chance"')


def test_every_method_and_the_curves_are_shown_and_taken_away(
    owner: Client, documents: Dataset, judged: Campaign
) -> None:
    alignment = aligned(documents, runs=2, compare=True, curves=2)
    page = page_of(owner, "alignment", alignment.pk)
    assert f"Methods compared with {judged.name}" in page
    for name in ("Clustering", "LDA", "Strict-forward HMM, VB", "single cluster", "singletons"):
        assert f'<th scope="row"><bdi>{name}' in page
    for title in ("Precision", "Recall", "F"):
        assert f"{title} by the number of groups" in page
    key = f"pairs-{judged.pk}"
    table = owner.get(reverse("research:alignment_csv", args=(alignment.pk, f"methods-{key}")))
    rows = table.content.decode().splitlines()
    assert rows[0].startswith('method,F,"F, standard deviation","F, runs",Precision')
    assert len(rows) == 11
    assert rows[9].startswith("single cluster,")
    precision = owner.get(
        reverse("research:alignment_csv", args=(alignment.pk, f"precision-{key}"))
    )
    assert precision.content.decode().splitlines()[0].endswith(",single cluster")
    curve = owner.get(reverse("research:alignment_csv", args=(alignment.pk, f"agreement-{key}")))
    head, *points = curve.content.decode().splitlines()
    assert "median of workers" in head
    assert [point.split(",")[0] for point in points] == ["1", "2"]
    point = alignment.results["curves"][key]["vanilla"][1]
    point |= {"precision": None, "why": {"precision": "No pair is together."}}
    alignment.save()
    page = page_of(owner, "alignment", alignment.pk)
    assert f"Against {judged.name}: means over the runs" in page
    assert "<li>Missing: No pair is together.</li>" in page
    missing = reverse("research:alignment_csv", args=(alignment.pk, "nothing"))
    assert owner.get(missing).status_code == 404


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("strict_forward", "the log-likelihood with the logs of all probabilities"),
        ("all_forward_vb", "the variational bound on the log-likelihood"),
        ("clustering", "the negative sum of squared distances"),
        ("lda", "the variational bound of the topics"),
    ],
)
def test_the_page_says_what_a_run_makes_as_high_as_it_can(
    owner: Client, documents: Dataset, method: str, said: str
) -> None:
    assert said in page_of(owner, "alignment", aligned(documents, method=method).pk)


def test_what_is_undefined_says_why(study: Study, owner: Client, documents: Dataset) -> None:
    """Leave recall undefined where no worker says yes."""
    judged_pairs(documents, study.owner)
    alignment = aligned(documents)
    results = alignment.results
    key = results["golds"][0]["key"]
    results["table"][0]["scores"][key]["recall"] = {
        "mean": None,
        "sd": None,
        "runs": 0,
        "why": "No pair belongs together according to people.",
    }
    results["golds"][0] |= {"quartiles": None, "workers": 0, "why": "Nobody judged ten pairs."}
    results["table"][0]["scores"][key]["precision"] |= {"why": "One keeps all apart."}
    alignment.save()
    page = page_of(owner, "alignment", alignment.pk)
    assert "No pair belongs together according to people." in page
    assert "no quartiles of workers: Nobody judged ten pairs." in page
    assert "over 2 runs, none in others: One keeps all apart." in page


def test_a_table_says_of_how_many_runs_its_figures_are(
    owner: Client, documents: Dataset, judged: Campaign
) -> None:
    alignment = aligned(documents, runs=3, compare=True)
    scores = alignment.results["table"][0]["scores"][f"pairs-{judged.pk}"]
    scores["precision"] |= {"runs": 2, "why": "The groups put no pair together."}
    scores["recall"] = {"mean": None, "sd": None, "runs": 0, "why": "Nobody says yes."}
    alignment.save()
    page = page_of(owner, "alignment", alignment.pk)
    assert "Clustering: Precision for 2 of 3 runs only. The groups put no pair together." in page
    assert "Clustering: Nobody says yes." in page
    assert "singletons: The groups put no pair together." in page


def test_votes_in_sections_are_a_gold_without_a_crowd(study: Study, owner: Client) -> None:
    voted = policies()
    for document in voted:
        for place, section in enumerate(document["sections"][:3]):
            section["votes"] = {["Collection", "Sharing", "Cookies"][place]: 2}
    alignment = aligned(import_documents(voted, study.project))
    page = page_of(owner, "alignment", alignment.pk)
    assert "Compared with Sections that share a category" in page
    assert_hides(page, "Agreement with the majority", "Where model and crowd differ")


def test_new_judgments_are_said_until_it_is_aligned_again(
    study: Study, owner: Client, documents: Dataset, judged: Campaign
) -> None:
    alignment = aligned(documents)
    assert "since these figures were computed" not in page_of(owner, "alignment", alignment.pk)
    judge(judged)
    page = page_of(owner, "alignment", alignment.pk)
    assert_shows(page, "since these figures were computed", f"?again={alignment.pk}")
    later = judged_pairs(documents, study.owner, "Later")
    assert f"{later.name}</a> has been judged since" in page_of(owner, "alignment", alignment.pk)
    fresh = page_of(owner, "alignment", aligned(documents).pk)
    assert "since" not in fresh.partition("<main")[2].partition("Groups")[0]


def test_a_group_is_read_document_by_document(owner: Client, documents: Dataset) -> None:
    alignment = aligned(documents)
    seen = {number: page_of(owner, "alignment_group", alignment.pk, number) for number in (1, 2, 3)}
    assert "‹" not in seen[1].partition("<main")[2].partition("</nav>")[0]
    assert "Group 2" in seen[1]
    assert "›" not in seen[3].partition("<main")[2].partition("</nav>")[0]
    for text in seen.values():
        assert "<mark>" in text
    assert sum(text.count("Part 0</h3>") for text in seen.values()) == 6
    for number in (0, 4):
        address = reverse("research:alignment_group", args=(alignment.pk, number))
        assert owner.get(address).status_code == 404


def test_groups_of_paragraphs_are_read_as_well(owner: Client, documents: Dataset) -> None:
    alignment = aligned(documents, level="paragraphs", groups=1)
    assert "paragraphs of 6 documents." in page_of(owner, "alignment_group", alignment.pk, 1)


def test_a_group_is_searched_and_turned_page_by_page(
    owner: Client, documents: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alignment_groups, "DOCUMENTS_PER_PAGE", 2)
    alignment = aligned(documents, groups=1)
    page = page_of(owner, "alignment_group", alignment.pk, 1)
    assert_shows(page, "site-1.example", "after=2")
    assert "site-2.example" not in page
    last = page_of(owner, "alignment_group", alignment.pk, 1, after=4)
    assert "site-5.example" in last
    assert "Next page" not in last
    assert "No more documents" in page_of(owner, "alignment_group", alignment.pk, 1, after=6)
    found = page_of(owner, "alignment_group", alignment.pk, 1, q="SITE-4")
    assert_shows(found, "site-4.example", "Part 0")
    assert "site-3.example" not in found
    found = page_of(owner, "alignment_group", alignment.pk, 1, q="Cookies are")
    assert_shows(found, "<mark>Cookies are</mark>", "Part 2")
    nothing = page_of(owner, "alignment_group", alignment.pk, 1, q='<b>"')
    assert "No document in this group has “&lt;b&gt;&quot;”" in nothing
    address = reverse("research:alignment_group", args=(alignment.pk, 1))
    assert owner.get(address, {"after": "x"}).status_code == 404


def test_long_texts_are_shortened_to_what_is_looked_for(study: Study, owner: Client) -> None:
    long = policies()
    for document in long:
        words = [f"word{number}" for number in range(200)]
        document["sections"][0] = " ".join([*words[:150], "cookies", *words[150:]])
    alignment = aligned(import_documents(long, study.project), groups=1)
    page = page_of(owner, "alignment_group", alignment.pk, 1)
    assert "word59 …\n</p>" in re.sub("</?mark>", "", page)
    assert "Show full text" in page
    page = page_of(owner, "alignment_group", alignment.pk, 1, q="COOKIE")
    assert_shows(page, "<mark>cookie</mark>s word150", "… word130")


def test_documents_that_say_nothing_in_a_group_are_named(owner: Client, documents: Dataset) -> None:
    alignment = aligned(documents, groups=2)
    labels = alignment.grouping["runs"][alignment.results["best"]]
    places = alignment.grouping["places"]
    alignment.grouping["runs"][alignment.results["best"]] = [int(place[0] > 2) for place in places]
    assert len(labels) == len(places)
    alignment.save()
    page = page_of(owner, "alignment_group", alignment.pk, 1)
    assert_shows(page, "4 documents have nothing in this group.", "site-5.example")


def test_pairs_on_which_model_and_crowd_differ_are_listed(
    owner: Client, documents: Dataset, judged: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alignment_crowd, "PAIRS_PER_PAGE", 2)
    alignment = aligned(documents)
    key = f"pairs-{judged.pk}"
    for side in ("apart", "together"):
        page = page_of(owner, "alignment_crowd", alignment.pk, key, side=side)
        assert "of 2 runs" in page
        assert "cosine" in page
        assert (
            f"Based on the {alignment.results['golds'][0]['pairs']} pairs of “{judged.name}”"
            in page
        )
        assert f"/research/campaigns/{judged.pk}/items/" in page
    first = page_of(owner, "alignment_crowd", alignment.pk, key)
    assert_shows(first, 'href="?side=apart" aria-current="page"', "from=2")
    assert "First page" in page_of(owner, "alignment_crowd", alignment.pk, key, **{"from": 2})
    assert "No more pairs." in page_of(owner, "alignment_crowd", alignment.pk, key, **{"from": 900})
    address = reverse("research:alignment_crowd", args=(alignment.pk, key))
    for query in ({"side": "left"}, {"from": "-1"}):
        assert owner.get(address, query).status_code == 404
    unknown = reverse("research:alignment_crowd", args=(alignment.pk, "votes"))
    assert owner.get(unknown).status_code == 404


def test_where_they_agree_that_is_said(owner: Client, documents: Dataset, judged: Campaign) -> None:
    alignment = aligned(documents)
    key = f"pairs-{judged.pk}"
    alignment.results["disagreements"][key] = []
    alignment.save()
    for side, said in (("apart", "the model separates"), ("together", "puts together")):
        assert said in page_of(owner, "alignment_crowd", alignment.pk, key, side=side)


@pytest.mark.quick
def test_groups_are_taken_away_as_lines_of_json(owner: Client, documents: Dataset) -> None:
    answer = owner.get(reverse("research:groups_jsonl", args=(aligned(documents).pk,)))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="groups-groups.jsonl"'
    groups = [json.loads(line) for line in answer.content.splitlines()]
    assert [group["group"] for group in groups] == [1, 2, 3]
    segments = [segment for group in groups for segment in group["segments"]]
    assert len(segments) == 24
    assert {
        key: value
        for key, value in next(one for one in segments if one["text"] == "Return to top").items()
        if key != "text"
    } == {"document": "site-0.example", "section": 4, "title": ""}
