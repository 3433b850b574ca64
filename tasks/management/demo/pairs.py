"""The demo's documents, short privacy notices of invented companies, and pairs sampled from them:
two sections discuss the same issue if their titles name it."""

from pathlib import Path

from analysis.reading.places import documents_in
from analysis.text.drawing import draw_from
from annotation.models import Campaign, Dataset, Item, Project, User
from annotation.services.datasets.datasets import import_dataset
from annotation.services.jobs.draws import make_drawn_dataset
from corpus.pair_sampling import Plan

DOCUMENTS = "Privacy notices, invented"
PAIRS = "Sections of privacy notices, in pairs"
NOTICES = Path(__file__).parent / "policies.jsonl"
# Titles of sections, one line per issue.
ISSUES = (
    {"Information we collect", "What we collect", "What we ask you for"},
    {"Sharing", "Who else sees it"},
    {"Security", "How we protect it"},
    {"Your choices", "Your rights"},
    {"Children", "Children and parents"},
    {"Cookies"},
    {"Changes"},
)
PLAN = Plan(per_stratum=10, seed=7, document_pairs=None)


def demo_pairs(project: Project, user: User) -> Dataset:
    """Create the datasets and return the pairs; existing ones are not changed."""
    documents = Dataset.objects.filter(project=project, name=DOCUMENTS).first()
    if documents is None:
        documents = import_dataset(
            project=project,
            user=user,
            name=DOCUMENTS,
            filename=NOTICES.name,
            body=NOTICES.read_bytes(),
        )
    pairs = Dataset.objects.filter(project=project, name=PAIRS).first()
    if pairs is None:
        result = draw_from(documents_in(documents), "sections", PLAN)
        pairs = make_drawn_dataset(
            documents=documents,
            user=user,
            name=PAIRS,
            results=result.found,
            drawn=result.drawn,
        )
    return pairs


def true_answer(item: Item, campaign: Campaign) -> int:
    """Return the first answer that says whether the two sections discuss the same issue."""
    titles = {item.content[side]["title"] for side in ("left", "right")}
    same = any(titles <= issue for issue in ISSUES)
    means_yes = [answer["yes"] for answer in campaign.settings["answers"]]
    return means_yes.index(same)
