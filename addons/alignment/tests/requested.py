"""Alignments to test with, of few documents and few runs, or with groups that are known in advance;
and draws."""

from collections.abc import Callable
from typing import Any

from addons.alignment.models import Alignment, PairDraw
from addons.alignment.services.alignments import ask_for_alignment
from addons.alignment.services.draws import ask_for_draw, make_drawn_dataset
from addons.alignment.tests.aligned_files import judge_by, same_title
from analysis.reading.documents import documents_in
from annotation.models import Campaign, Dataset, User
from midpath.alignment.drawing import draw_from
from midpath.alignment.options.alignment import AlignmentOptions
from midpath.alignment.options.draw import DrawOptions
from midpath.corpus.pair_sampling import Plan
from midpath.exchange.segments import Level, Segment, long_enough, segments_of
from tasks.fold import fold_all
from tests.helpers.factories import make_user
from tests.helpers.jobs import carry_out
from tests.helpers.pairs import make_pair_campaign

Label = Callable[[int, Segment], int]
FEW: dict[str, Any] = {"level": "sections", "method": "vanilla", "groups": 3, "runs": 2, "seed": 7}
WORKERS = 3
# What a form sends: an alignment with the words of a preset, with its own words, and a draw.
TERMS = {
    "name": "Issues",
    "level": "sections",
    "method": "vanilla",
    "groups": "3",
    "runs": "2",
    "seed": "7",
    "preset": "acl",
}
OWN = {
    **TERMS,
    "preset": "own",
    "least_documents": "2",
    "least_percent": "0",
    "most_percent": "90",
    "fewest_words": "5",
    "domain_words": "Cookies, name  cookies",
    "stopwords": "on",
}
DRAW = {"name": "Section pairs", "per_stratum": "20", "document_pairs": "", "seed": "7"}


def request_alignment(
    dataset: Dataset, user: User | None = None, name: str = "Groups", **changed: Any
) -> Alignment:
    options = AlignmentOptions(**FEW | changed)
    return ask_for_alignment(dataset=dataset, user=user or make_user(), name=name, options=options)


def aligned(dataset: Dataset, user: User | None = None, **changed: Any) -> Alignment:
    return carry_out(request_alignment(dataset, user, **changed))


def request_draw(
    documents: Dataset,
    user: User | None = None,
    name: str = "Pairs",
    alignment: Alignment | None = None,
    **changed: Any,
) -> PairDraw:
    options = DrawOptions(**{"per_stratum": 4, "document_pairs": None, "seed": 7} | changed)
    return ask_for_draw(
        dataset=documents,
        user=user or make_user(),
        name=name,
        options=options,
        alignment=alignment,
    )


def judged_pairs(
    documents: Dataset, user: User, name: str = "Pairs", *, contrary: bool = False
) -> Campaign:
    """Sample pairs of all strata from the documents, judged by a crowd."""
    result = draw_from(documents_in(documents), "sections", Plan(5, 1, None))
    pairs = make_drawn_dataset(
        documents=documents, user=user, name=name, results=result.found, drawn=result.drawn
    )
    campaign = make_pair_campaign(pairs, name=f"{name}, judged", redundancy=WORKERS + 1)
    for _ in range(WORKERS):
        judge(campaign, contrary=contrary)
    return campaign


def judge(campaign: Campaign, *, contrary: bool = False) -> None:
    """Let one more worker say that sections with one title belong together, or, if contrary, that
    they do not."""
    judge_by(campaign, [lambda content: same_title(content) != contrary])
    fold_all(campaign.pk)


def by_part(position: int, segment: Segment) -> int:
    """Group sections with the same number, across documents."""
    return segment.place[0]


def distinct_group(position: int, segment: Segment) -> int:
    return 100 * position + segment.place[0]


def make_alignment(
    documents: Dataset, *runs: Label, level: Level = "sections", **changed: Any
) -> Alignment:
    """Make a finished alignment of the segments that are long enough, each run grouped by its
    function."""
    segments = [
        (item.position, segment)
        for item in documents.items.order_by("position")
        for segment in segments_of(item.content, level)
        if long_enough(segment)
    ]
    given = {
        "name": "By parts",
        "options": AlignmentOptions(level=level, groups=3, runs=len(runs)),
        "status": Alignment.Status.READY,
        "results": {"best": 0},
        "grouping": {
            "places": [[position, *segment.place] for position, segment in segments],
            "runs": [[label(*one) for one in segments] for label in runs],
        },
    }
    return Alignment.objects.create(dataset=documents, **{**given, **changed})
