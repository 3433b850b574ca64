"""The demo's pairs, sampled from its invented notices, and an alignment of the notices, which is
scored against the crowd's judgments of the pairs. Two sections discuss the same issue if their
titles name it."""

from dataclasses import replace

from addons.alignment.job_kinds import ALIGNMENT
from addons.alignment.models import Alignment
from addons.alignment.services.alignments import ask_for_alignment
from addons.alignment.services.draws import make_drawn_dataset
from analysis.reading.documents import documents_in
from annotation.models import Campaign, Dataset, Item, Project, User
from midpath.alignment.drawing import draw_from
from midpath.alignment.options.alignment import AlignmentOptions
from midpath.alignment.options.words import PRESETS
from midpath.corpus.pair_sampling import Plan
from tasks.management.demo.campaign import DemoCampaign
from tasks.management.demo.documents import demo_documents
from tasks.management.demo.parts import DemoPart

PAIRS = "Sections of privacy notices, in pairs"
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
NAME = "What the notices are about"
OPTIONS = AlignmentOptions(
    groups=5,
    runs=3,
    seed=7,
    words=replace(PRESETS["coling"], least_documents=2),
    compare=True,
    curves=8,
)


def demo_pairs(project: Project, user: User) -> Dataset:
    """Create the datasets and return the pairs; existing ones are not changed."""
    documents = demo_documents(project, user)
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


def demo_alignment(project: Project, user: User) -> Alignment:
    """Request the alignment; an existing one is not changed."""
    documents = demo_documents(project, user)
    alignment = Alignment.objects.filter(dataset=documents, name=NAME).first()
    if alignment is None:
        alignment = ask_for_alignment(dataset=documents, user=user, name=NAME, options=OPTIONS)
    return alignment


DEMO = DemoPart(
    name="alignment",
    label="Alignment",
    about="groups of the notices’ sections",
    ask=demo_alignment,
    job=ALIGNMENT.name,
    campaigns=(
        DemoCampaign(
            "pair",
            "Pairs, simulated crowd",
            150,
            demo_pairs,
            true_answer,
            {"preset": "binary"},
            after="nested",
        ),
    ),
)
