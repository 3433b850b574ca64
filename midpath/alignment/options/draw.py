"""The options of a sample of pairs."""

from dataclasses import dataclass

from midpath.alignment.options.alignment import UNITS
from midpath.options.base import Choice, Options, Seed, Tick, Whole
from midpath.options.strata import EDGES

# The nearest to the best values in COLING 2014 (note 14): .3 for sections, .2 for paragraphs.
USUAL_EDGE = EDGES[0]


@dataclass(frozen=True)
class DrawOptions(Options):
    """The options of a sample of pairs.

    With an `edge`, in millionths, pairs are sampled where an alignment and the cosine disagree. By
    the cosine, two segments belong together if it is above the edge."""

    level: str = Choice(
        UNITS,
        "Choose sections or paragraphs.",
        label="Pairs of",
        required="Choose sections or paragraphs.",
        flag="what to pair; default: as the groups, else sections",
    ).by_default("sections")
    edge: int | None = Choice(
        ((EDGES[0], ".25"), (EDGES[1], ".5"), (EDGES[2], ".75")),
        "With an alignment, choose .25, .5 or .75; otherwise leave it out.",
        optional=True,
        label="Similar above a cosine of",
        help="The strata end at these values. In COLING 2014, .3 best separated which "
        "sections belong together, .2 which paragraphs.",
        required="Choose .25, .5 or .75.",
        flag="two segments count as similar above this cosine (default: .25; COLING 2014 "
        "found .3 best for sections, .2 for paragraphs)",
    ).by_default(None)
    per_stratum: int = Whole(
        1,
        5000,
        label="Pairs from each stratum",
        help="Four strata of cosine similarity. If a stratum has fewer, all its pairs are used.",
        flag="how many pairs to draw from each stratum (default: %(default)s)",
        flag_most=10**9,
    ).by_default(250)
    document_pairs: int | None = Whole(
        1,
        1_000_000,
        optional=True,
        label="Document pairs per category",
        help="COLING 2014 used 1,000. Leave empty for all pairs of documents.",
        flag="how many pairs of documents to take from each category; default: %(default)s",
        flag_most=10**9,
    ).by_default(1000)
    by_category: bool = Tick(
        label="From each category",
        help="Sample that many pairs from each stratum of each category (ACL 2014 used 15 "
        "categories by four strata), not from all categories together.",
        flag="draw that many pairs from each stratum of each category (ACL 2014, section 4.2)",
    ).by_default(False)
    seed: int = Seed(help="The same documents, numbers and seed give the same pairs.").by_default(1)
    smooth: bool = Tick(
        label="Smooth the weights as scikit-learn does",
        help="Words that occur in all segments then count a little instead of not at all.",
        flag="smooth the weights as scikit-learn does",
    ).by_default(False)
