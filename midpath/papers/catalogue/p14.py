"""P14: the COLING 2014 paper on pairs of privacy statements."""

# ruff: noqa: PLW0108 (a lambda puts off the import of SciPy and scikit-learn)
from typing import TYPE_CHECKING

from midpath.lazy import LazyModule
from midpath.papers.catalogue.h14 import ON_OPP
from midpath.papers.data import POLICIES, RTE
from midpath.papers.entries import Entry, Paper, Part

if TYPE_CHECKING:
    from midpath.papers.computing import alignments, pairs
else:
    alignments = LazyModule("midpath.papers.computing.alignments")
    pairs = LazyModule("midpath.papers.computing.pairs")

ON_RTE = (
    "RTE as a stand-in (800 pairs of a text and a hypothesis, five of the ten judgments of each "
    "drawn; “yes” means that the hypothesis follows)"
)
NOT_HERE = "the judgments of the 2,000 pairs are not among our data."
AXES = ("[0, .25]", "(.25, .5]", "(.5, .75]", "(.75, 1]", "all")

EXAMPLES = Entry(
    key="P14-T1",
    place="Tables 1 and 4",
    title="Example statements",
    unavailable="examples have no figure to compute.",
)
TABLE_2: Entry = Entry(
    key="P14-T2",
    place="Table 2",
    title="Sections and paragraphs by category",
    about="Mean number per policy, and mean length in tokens.",
    first="category",
    columns=("sections", "their length", "paragraphs", "length of paragraphs"),
    printed={
        "Arts": "11.1 | 254.8 | 39.2 | 72.1",
        "Business": "10.0 | 244.2 | 37.6 | 65.1",
        "Computers": "10.5 | 213.4 | 34.4 | 65.4",
        "Games": "10.0 | 244.1 | 34.9 | 70.1",
        "Health": "9.9 | 228.2 | 32.4 | 69.4",
        "Home": "11.6 | 201.5 | 32.4 | 72.0",
        "Kids and Teens": "9.6 | 231.5 | 32.3 | 68.6",
        "News": "10.3 | 248.4 | 35.5 | 72.4",
        "Recreation": "11.9 | 218.8 | 38.5 | 67.4",
        "Reference": "9.7 | 179.4 | 26.2 | 66.3",
        "Regional": "10.2 | 207.7 | 36.0 | 59.1",
        "Science": "8.7 | 155.0 | 22.1 | 61.0",
        "Shopping": "11.9 | 213.9 | 39.3 | 64.8",
        "Society": "9.8 | 230.8 | 32.6 | 69.3",
        "Sports": "10.1 | 217.1 | 29.1 | 75.6",
        "Average": "10.4 | 221.9 | 34.1 | 68.0",
    },
    parts=[Part(lambda _: alignments.averages(TABLE_2.rows))],
    differences={
        "Average": "Ours is the mean of the fifteen categories; theirs seems to be the mean over "
        "policies or texts, whose numbers are not printed."
    },
    unavailable="the 1,010 policies are not among our data.",
)
TABLE_3: Entry = Entry(
    key="P14-T3",
    place="Table 3",
    title="Agreement on pairs, by cosine",
    about="In percent of the pairs of a stratum. Ours for all strata follow from the printed ones.",
    first="",
    columns=(*(f"sections {each}" for each in AXES), *(f"paragraphs {each}" for each in AXES)),
    printed={
        "5 workers agree": "36.4 | 12.4 | 28.0 | 85.2 | 40.5 | 42.4 | 12.0 | 32.8 | 77.6 | 41.2",
        "4 workers agree": "42.8 | 42.4 | 42.0 | 13.6 | 35.2 | 39.6 | 36.8 | 35.6 | 17.6 | 32.4",
        "3 workers agree": "20.8 | 45.2 | 30.0 | 1.2 | 24.3 | 18.0 | 51.2 | 31.6 | 4.8 | 26.4",
        "Consensus-yes": "4.4 | 45.2 | 87.2 | 99.2 | 59.0 | 9.2 | 66.0 | 88.8 | 98.0 | 65.5",
        "Consensus-no": "95.6 | 54.8 | 12.8 | 0.8 | 41.0 | 90.8 | 34.0 | 11.2 | 2.0 | 34.5",
    },
    parts=[Part(lambda _: pairs.everything(TABLE_3.rows))],
    unavailable=NOT_HERE,
)
TABLE_3_RTE = Entry(
    key="P14-T3R",
    place="Table 3 on other data",
    title="Agreement on pairs of RTE, by cosine",
    about="The same table for textual entailment. In percent; the first line counts pairs.",
    first="",
    columns=AXES,
    parts=[Part(lambda data: pairs.rte_strata(data), [RTE], ON_RTE)],
    differences={
        "": "On RTE the cosine hardly predicts the answer: the question is whether one text "
        "follows from the other, not whether both are about the same issue."
    },
    decimals=0,
)
TEXT = Entry(
    key="P14-2",
    place="Section 2.2",
    title="Figures in the text",
    first="",
    columns=("sections", "paragraphs"),
    printed={
        "four or more of five agree, %": "75.7 | 73.6",
        "r of cosine and consensus": "0.72 | 0.67",
        "pairwise agreement, old design, %": "60.5 | ",
        "pairwise agreement, new design, %": "71.3 | ",
        "minutes per pair": "2.15 | 1.67",
    },
    parts=[
        Part(lambda _: pairs.text_figures(TABLE_3.rows)),
        Part(lambda data: pairs.rte_text(data), [RTE], ON_RTE),
    ],
    differences={
        "r of cosine and consensus": "The cosines are not printed; ours places each pair in the "
        "middle of its stratum."
    },
    unavailable=NOT_HERE,
)
TABLE_5 = Entry(
    key="P14-T5",
    place="Table 5",
    title="The equations of EM and of variational Bayes",
    unavailable="equations have no figure to compute. `midpath align` uses them.",
)
FIGURES = Entry(
    key="P14-F1",
    place="Figures 1 and 2, section 4",
    title="Precision, recall, F and agreement by number of groups",
    about="The best F of each method with two groups or more, and that of the best threshold of "
    "the cosine, chosen with the gold. Of the paper's HMMs, only the best F on paragraphs is "
    "printed. Ours are means of three runs.",
    first="",
    columns=("best F", "at"),
    printed={
        "Clustering, sections": "0.85 | K = 14",
        "HMM, paragraphs": "0.87 | ",
        "cosine oracle, sections": "0.87 | cosine 0.3",
        "cosine oracle, paragraphs": "0.90 | cosine 0.2",
    },
    parts=[Part(lambda data: alignments.curves(data), [POLICIES], ON_OPP)],
    differences={
        "": "On OPP-115 every method does best with few groups, and none is better than one group "
        "for all sections: nearly half of all pairs of sections share a category there. The gold "
        "is not that of the paper, so its F is not to be compared."
    },
    unavailable=NOT_HERE,
)
WORKERS = Entry(
    key="P14-F2",
    place="Figure 2, section 4.2",
    title="Agreement of workers with the majority",
    about="Workers who judged ten pairs or more, and the quartiles of their agreement in percent. "
    "The paper draws the quartiles without numbers.",
    first="",
    columns=("workers", "with ten or more", "25 %", "median", "75 %"),
    printed={"sections": "162 | 65", "paragraphs": "197 | 76"},
    parts=[Part(lambda data: pairs.rte_workers(data), [RTE], ON_RTE)],
    unavailable=NOT_HERE,
    decimals=0,
)

PAPER = Paper(
    key="P14",
    title="A step towards usable privacy policy",
    venue="Liu, Ramanath, Sadeh and Smith, COLING 2014",
    question="Do people agree on which passages of two policies are about the same issue, and how "
    "close do simple models come to the crowd's majority?",
    entries=[EXAMPLES, TABLE_2, TABLE_3, TABLE_3_RTE, TEXT, TABLE_5, FIGURES, WORKERS],
)
