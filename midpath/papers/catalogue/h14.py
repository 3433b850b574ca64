"""H14: the ACL 2014 paper on aligning privacy policies."""

# ruff: noqa: PLW0108 (a lambda puts off the import of SciPy and scikit-learn)
from typing import TYPE_CHECKING

from midpath.lazy import LazyModule
from midpath.papers.data import POLICIES
from midpath.papers.entries import Entry, Paper, Part

if TYPE_CHECKING:
    from midpath.papers.computing import alignments
else:
    alignments = LazyModule("midpath.papers.computing.alignments")

ON_OPP = (
    "86 policies of OPP-115 as a stand-in: two sections belong together if experts gave them the "
    "same category"
)
NOT_HERE = "the 1,010 policies, the answer-sets and the judged pairs are not among our data."

TABLE_1 = Entry(
    key="H14-T1",
    place="Table 1",
    title="The fifteen categories of websites",
    unavailable="a list of names has no figure to compute.",
)
TABLE_2: Entry = Entry(
    key="H14-T2",
    place="Table 2",
    title="Policies by category",
    about="Websites with an address of a policy, different policies, policies with a date; "
    "sections and tokens per policy with their standard deviations.",
    first="category",
    columns=("websites", "policies", "dated", "sections", "sd", "tokens", "sd of tokens"),
    printed={
        "Arts": "94 | 80 | 72 | 11.1 | 3.8 | 2894 | 1815",
        "Business": "100 | 95 | 75 | 10.1 | 4.9 | 2531 | 1562",
        "Computers": "100 | 78 | 62 | 10.7 | 4.9 | 2535 | 1763",
        "Games": "92 | 80 | 51 | 10.2 | 4.9 | 2662 | 2267",
        "Health": "92 | 86 | 57 | 10.0 | 4.4 | 2325 | 1891",
        "Home": "100 | 84 | 68 | 11.5 | 3.8 | 2493 | 1405",
        "Kids and Teens": "96 | 86 | 62 | 10.3 | 4.5 | 2683 | 1979",
        "News": "96 | 91 | 68 | 10.7 | 3.9 | 2588 | 2493",
        "Recreation": "98 | 97 | 67 | 11.9 | 4.5 | 2678 | 1421",
        "Reference": "84 | 86 | 55 | 9.9 | 4.1 | 2002 | 1454",
        "Regional": "98 | 91 | 72 | 11.2 | 4.2 | 2557 | 1359",
        "Science": "71 | 75 | 49 | 9.2 | 4.1 | 1705 | 1136",
        "Shopping": "100 | 99 | 84 | 12.0 | 4.1 | 2683 | 1154",
        "Society": "96 | 94 | 65 | 10.2 | 4.6 | 2505 | 1587",
        "Sports": "96 | 62 | 38 | 10.9 | 4.0 | 2222 | 1241",
        "Average": "94.2 | 85.6 | 63.0 | 10.7 | 4.3 | 2471 | 1635",
    },
    parts=[
        Part(lambda _: alignments.averages(TABLE_2.rows)),
        Part(lambda data: alignments.policies_of_opp(data), [POLICIES], ON_OPP),
    ],
    differences={"Average": "Ours is the mean of the fifteen categories, from rounded values."},
    unavailable=NOT_HERE,
)
FIGURES = Entry(
    key="H14-F1",
    place="Figures 1 and 2",
    title="The likelihood of the model, and an example of two sections",
    unavailable="a formula and an example have no figure to compute.",
)
TABLE_3: Entry = Entry(
    key="H14-T3",
    place="Table 3",
    title="Alignment: clustering, LDA and three HMMs",
    about="Precision, recall and F of “these two sections belong together”, with ten groups; mean "
    "and standard deviation over runs. One group for all sections is the baseline that each "
    "method should beat.",
    first="method and gold",
    columns=("precision", "sd", "recall", "sd of recall", "F", "sd of F"),
    printed={
        "Clust., human QA": "0.63 |  | 0.30 |  | 0.40 | ",
        "LDA, human QA": "0.56 | 0.03 | 0.20 | 0.05 | 0.29 | 0.06",
        "Vanilla, human QA": "0.62 | 0.04 | 0.41 | 0.04 | 0.49 | 0.03",
        "All F., human QA": "0.63 | 0.03 | 0.47 | 0.12 | 0.53 | 0.06",
        "Strict F., human QA": "0.62 | 0.05 | 0.46 | 0.18 | 0.51 | 0.07",
        "Clust., judged pairs": "0.62 |  | 0.23 |  | 0.34 | ",
        "LDA, judged pairs": "0.57 | 0.03 | 0.18 | 0.01 | 0.28 | 0.02",
        "Vanilla, judged pairs": "0.57 | 0.01 | 0.30 | 0.03 | 0.39 | 0.02",
        "All F., judged pairs": "0.58 | 0.02 | 0.32 | 0.06 | 0.41 | 0.04",
        "Strict F., judged pairs": "0.58 | 0.03 | 0.32 | 0.14 | 0.40 | 0.08",
    },
    parts=[
        Part(lambda _: alignments.f_of_clustering(TABLE_3.rows)),
        Part(lambda data: alignments.methods(data), [POLICIES], ON_OPP),
    ],
    differences={
        "Clust., human QA": "Computed from the rounded precision and recall; .40 is possible "
        "before rounding.",
        "": "On OPP-115 the HMMs do not lead: LDA has the highest F of the methods, and one group "
        "for all sections a higher one than any. Its sections are shorter than the paper's.",
    },
    unavailable=NOT_HERE,
)
TEXT = Entry(
    key="H14-4",
    place="Sections 4 and 5",
    title="Figures in the text",
    first="",
    columns=("value",),
    printed={
        "sections in more than one answer-set, %": "63",
        "judged pairs": "994",
        "similar in topic": "535",
        "best F of strict forward, human QA": "0.67",
        "best F of strict forward, judged pairs": "0.53",
    },
    parts=[Part(lambda data: alignments.overlaps(data), [POLICIES], ON_OPP)],
    unavailable=NOT_HERE,
)

PAPER = Paper(
    key="H14",
    title="Unsupervised alignment of privacy policies",
    venue="Ramanath, Liu, Sadeh and Smith, ACL 2014",
    question="Can a hidden Markov model group the sections of many policies by topic, better than "
    "clustering and topic models?",
    entries=[TABLE_1, TABLE_2, FIGURES, TABLE_3, TEXT],
)
