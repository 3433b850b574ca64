"""Commands that set up a study: a researcher, a dataset, a simulated crowd, the demo."""

import json
from collections import Counter
from datetime import timedelta
from io import StringIO
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models import Avg, Max, Min
from django.test import Client

from agreement.segmentation.boundaries import check_flat, check_nested
from annotation.models import (
    AgreementState,
    Campaign,
    Dataset,
    EntailmentState,
    Item,
    Judgment,
    Project,
    User,
    Worker,
)
from annotation.services.campaigns.elicitation import ask_for_evidence
from annotation.services.decisions.queue import UNDECIDED, Queue, waiting
from midpath import simulated_trees as crowd
from tasks.management.commands.load_demo import FOLDS, demo_campaigns
from tasks.management.demo.texts import TREES, demo_texts, read_tree
from tests.commands.running import run, write
from tests.helpers.factories import make_campaign, make_dataset, make_project, numbered_texts
from tests.helpers.invariants import check_figures, check_serving

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"


def create(monkeypatch: pytest.MonkeyPatch, password: str, *options: str) -> str:
    monkeypatch.setattr("sys.stdin", StringIO(f"{password}\n"))
    return run("create_researcher", *options, "--password-stdin")


def test_a_researcher_can_sign_in_and_owns_their_project(monkeypatch: pytest.MonkeyPatch) -> None:
    create(monkeypatch, PASSWORD, "ada", "--project", "Query study")
    assert Client().login(username="ada", password=PASSWORD)
    assert Project.objects.get(name="Query study").memberships.get().role == "owner"


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("username", "password", "said"),
    [
        ("ada", "short", "too short"),
        ("ada", "1234567890123", "entirely numeric"),
        ("a b", PASSWORD, "valid username"),
        ("", PASSWORD, "blank"),
        ("known", PASSWORD, "already exists"),
    ],
)
def test_a_researcher_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, username: str, password: str, said: str
) -> None:
    User.objects.create_user("known")
    with pytest.raises(CommandError, match=said):
        create(monkeypatch, password, username, "--project", "Query study")
    assert User.objects.count() == 1
    assert not Project.objects.exists()


def test_without_a_terminal_the_password_is_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(""))
    with pytest.raises(CommandError, match="--password-stdin"):
        run("create_researcher", "ada")


def test_a_dataset_is_imported_by_the_projects_name_or_number(tmp_path: Path) -> None:
    project = make_project()
    file = write(tmp_path / "queries.txt", "first aid\napple pie\n")
    for named, name in ((project.name, "One"), (str(project.pk), "Two")):
        assert "2 texts" in run("import_dataset", str(file), "--project", named, "--name", name)
    assert Dataset.objects.filter(project=project, item_count=2).count() == 2


def test_errors_by_row_are_printed_and_nothing_is_imported(tmp_path: Path) -> None:
    project = make_project()
    file = write(tmp_path / "queries.csv", "id,text\n1,first aid\n2,\n3,a,b\n")
    complaints = StringIO()
    with pytest.raises(CommandError, match="nothing was imported"):
        call_command(
            "import_dataset", str(file), project=str(project.pk), name="One", stderr=complaints
        )
    assert complaints.getvalue().splitlines() == [
        "  row 3, column text: The text is missing. Add it or remove the row.",
        "  row 4: 2 cells expected, 3 found. Put texts that contain “,” in quotation marks.",
    ]
    assert not Dataset.objects.exists()


def test_a_hundred_megabytes_are_not_even_read(tmp_path: Path) -> None:
    project = make_project()
    file = tmp_path / "big.txt"
    with file.open("wb") as big:
        big.truncate(100 * 2**20)
    with pytest.raises(CommandError, match=r"100\.0 MB; at most 20 MB"):
        run("import_dataset", str(file), "--project", str(project.pk), "--name", "Big")


@pytest.mark.parametrize("project", ["nobody's", "99999", "9" * 30])
def test_an_unknown_project_is_named(tmp_path: Path, project: str) -> None:
    file = write(tmp_path / "queries.txt", "first aid\n")
    known = make_project()
    with pytest.raises(CommandError, match="There is no project") as caught:
        run("import_dataset", str(file), "--project", project, "--name", "One")
    assert known.name in str(caught.value)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["flat", "nested"])
def test_a_simulated_crowd_is_called_so_and_the_same_for_a_seed(scheme: str) -> None:
    options = ("--workers", "4", "--judgments", "30", "--seed", "7")
    vectors = []
    for _ in range(2):
        campaign = make_campaign(make_dataset(numbered_texts(12)), scheme=scheme, redundancy=3)
        Campaign.objects.filter(pk=campaign.pk).update(seed=1)
        printed = run("simulate_crowd", "--campaign", str(campaign.pk), *options)
        assert "a simulated crowd of 4, seed 7; the model is a hidden tree" in printed
        check_serving(campaign)
        workers = Worker.objects.filter(enrolments__campaign=campaign)
        assert {worker.source for worker in workers} == {"simulated"}
        judged = Judgment.objects.filter(campaign=campaign)
        rows = judged.values_list(
            "hit__item__text", "assignment__enrolment__worker__external_id", "vector"
        )
        vectors.append({(text, worker): vector for text, worker, vector in rows})
    assert len(vectors[0]) == 30
    shared = vectors[0].keys() & vectors[1].keys()
    assert shared
    assert all(vectors[0][place] == vectors[1][place] for place in shared)


@pytest.mark.long
def test_a_crowd_stops_when_nothing_is_left() -> None:
    campaign = make_campaign(make_dataset(numbered_texts(3)), redundancy=2)
    printed = run("simulate_crowd", "--campaign", str(campaign.pk), "--workers", "5")
    assert "6  submitted\n" in printed
    check_serving(campaign)


@pytest.mark.parametrize("words", [2, 3, 8, 60])
def test_simulated_answers_are_sound(words: int) -> None:
    text = [f"w{number}" for number in range(words)]
    for worker in ("one", "two", "three"):
        check_flat(list(crowd.flat_vector(7, worker, text)), words)
        check_nested(list(crowd.nested_vector(7, worker, text)), words)
    check_nested(list(crowd.latent_of(7, text).nested), words)


@pytest.mark.long
@pytest.mark.slow
def test_the_demo_is_loaded_once_and_says_that_its_crowd_is_simulated(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    monkeypatch.setenv("MIDPATH_DEMO_PASSWORD", PASSWORD)
    places = json.loads(run("load_demo", "--json"))
    judged = Judgment.objects.count()
    assert judged > 1500
    for campaign in Campaign.objects.all():
        assert "simulated" in campaign.name
        check_serving(campaign)
        check_figures(campaign)
        assert AgreementState.objects.get(campaign=campaign).version >= FOLDS
    check_what_there_is_to_see(places, client)
    assert EntailmentState.objects.get().figures["observed"] > 0.5
    assert "simulated crowd" in Project.objects.get().description
    check_the_crowd_makes_sense()
    check_places(client, places)
    check_loading_again(places, judged)
    check_evidence_campaign()


def check_what_there_is_to_see(places: dict[str, Any], client: Client) -> None:
    """Check that the work took two days, that gold answers were given, that items wait for a
    decision, and that the finished campaign is published."""
    found = {demo.key: Campaign.objects.get(name=demo.name) for demo in demo_campaigns()}
    times = Judgment.objects.aggregate(first=Min("submitted_at"), last=Max("submitted_at"))
    assert timedelta(hours=36) < times["last"] - times["first"] < timedelta(hours=48)
    assert found["gold"].judgments.filter(hit__known=True).count() > 20
    user = User.objects.get(username="demo")
    assert waiting(found["label"], user, Queue(by=UNDECIDED)).count() > 2
    assert found["finished"].status == Campaign.Status.CLOSED
    page = client.get(places["published"]["finished"]).content.decode()
    assert "midpath verify" in page
    means = Judgment.objects.filter(campaign=found["flat"]).aggregate(ms=Avg("active_ms"))
    assert 40_000 < means["ms"] < 60_000


def check_the_crowd_makes_sense() -> None:
    """Check that most of the crowd answers correctly and marks the evidence of most questions."""
    for demo in demo_campaigns():
        campaign = Campaign.objects.get(name=demo.name)
        shares, found = [], []
        for item in Item.objects.filter(dataset=campaign.dataset):
            meant, answers = demo.meant(item, campaign), answers_to(item, campaign)
            if demo.scheme == "evidence":
                marked = Counter(n for one in answers for n in one.get("sentences", []))
                most = {n for n, times in marked.items() if times * 2 > len(answers)}
                assert most <= set(meant.get("sentences", [])), item.content
                found.append(most == set(meant.get("sentences", [])))
                if most:
                    shares.append(sum(marked[n] for n in most) / marked.total())
            elif demo.scheme in {"label", "pair"} and meant is not None and answers:
                places = meant if isinstance(meant, list) else [meant]
                right = [answer["answer"] in places for answer in answers]
                shares.append(sum(right) / len(right))
            elif demo.scheme == "spans" and meant and answers:
                marked_by = [{tuple(span) for span in answer["spans"]} for answer in answers]
                shares += [len(one & set(meant)) / len(meant) for one in marked_by]
        assert demo.scheme in {"flat", "nested", "question"} or 0.5 < mean(shares) < 1
        assert not found or mean(found) > 0.7


def answers_to(item: Item, campaign: Campaign) -> list[dict[str, Any]]:
    judged = Judgment.objects.filter(hit__item=item, campaign=campaign)
    return list(judged.values_list("payload", flat=True))


@pytest.mark.parametrize(
    ("line", "flat", "nested"),
    [
        ("(used [bicycle shop]) [near (the river)]", (1, 0, 1, 0, 0), (1, 0, 2, 1, 0)),
        ("spelling [of ((two word) verbs)]", (1, 0, 0, 0), (3, 2, 0, 1)),
        ("[slow cooker] [bean soup]", (0, 1, 0), (0, 1, 0)),
    ],
)
def test_a_line_of_the_demos_trees_is_read(
    line: str, flat: tuple[int, ...], nested: tuple[int, ...]
) -> None:
    assert read_tree(line)[1] == crowd.Latent(flat, nested)


def test_every_text_of_the_demo_has_a_sound_tree() -> None:
    lines = TREES.read_text(encoding="utf-8").splitlines()[1:]
    trees = dict(map(read_tree, lines))
    texts = [json.loads(line) for line in demo_texts.path.read_text(encoding="utf-8").splitlines()]
    assert list(trees) == [tuple(one.get("tokens") or one["text"].split()) for one in texts]
    for words, tree in trees.items():
        check_flat(list(tree.flat), len(words))
        check_nested(list(tree.nested), len(words))
        assert entailed(tree.flat, tree.nested), words


def entailed(flat: tuple[int, ...], nested: tuple[int, ...]) -> bool:
    """Return whether each segment is a group of the tree: no gap inside is higher than those next
    to it."""
    for first, high in enumerate(nested):
        if flat[first]:
            continue
        left = next((nested[g] for g in range(first, -1, -1) if flat[g]), len(flat) + 1)
        right = next((nested[g] for g in range(first, len(flat)) if flat[g]), len(flat) + 1)
        if high >= min(left, right):
            return False
    return True


def check_places(client: Client, places: dict[str, Any]) -> None:
    """Check that its addresses answer and its login works."""
    login = places["login"]
    assert client.login(username=login["username"], password=login["password"])
    for path in (*places["dashboards"].values(), *places["worker_links"].values()):
        assert client.get(path).status_code == 200
    if apps.is_installed("addons.typology"):
        response = client.get(places["typology"])
        assert "Undecided: the interval of the difference includes 0" in response.content.decode()
        assert response.context["ranked"].rows[0].values[0] == "and"
    if apps.is_installed("addons.alignment"):
        grouped = client.get(places["alignment"])
        assert "Against Pairs, simulated crowd" in grouped.content.decode()
        assert not grouped.context["news"]


def check_loading_again(places: dict[str, Any], judged: int) -> None:
    """Check that loading again adds nothing, and preserves a changed password."""
    datasets = Dataset.objects.order_by("kind", "item_count").values_list("kind", "item_count")
    assert list(datasets) == [
        *[("apps", 5), ("documents", 1), ("documents", 8)],
        *[("pairs", 36), ("questions", 9), ("texts", 24), ("texts", 36), ("texts", 61)],
    ]
    assert json.loads(run("load_demo", "--json")) == places
    assert Dataset.objects.count() == 8
    user = User.objects.get(username="demo")
    user.set_password("my own choice of words")
    user.save()
    assert "the one you chose" in run("load_demo")
    user.refresh_from_db()
    assert user.check_password("my own choice of words")
    assert Judgment.objects.count() == judged
    campaigns = len(demo_campaigns())
    assert (Project.objects.count(), Campaign.objects.count()) == (1, campaigns)


def check_evidence_campaign() -> None:
    """Check that experts on the demo's notices can answer the questions that the crowd asked about
    its apps."""
    campaign = Campaign.objects.get(scheme="question")
    documents = Dataset.objects.get(kind="documents", item_count=8)
    user = User.objects.get(username="demo")
    _, matched = ask_for_evidence(campaign=campaign, documents=documents, user=user, name="Asked")
    assert (matched.apps, matched.without) == (5, [])
