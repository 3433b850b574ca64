"""L13: the LAW 2013 paper on entailment."""

from midpath.papers.catalogue.a13 import NO_ANNOTATIONS, ON_CROWD
from midpath.papers.computing import entailments, segmentations
from midpath.papers.computing.crowds import BARBIE_FLATS, BARBIE_TREES
from midpath.papers.entries import Chart, Entry, Found, Paper, Part

TREE = list(BARBIE_TREES)[1]

TABLE_1 = Entry(
    key="L13-T1",
    place="Table 1",
    title="Flat segmentations of one query",
    first="segmentation",
    columns=("boundary variables",),
    printed=dict(zip(BARBIE_FLATS, ("0 0 1", "0 1 0", "1 0 1", "1 0 0"), strict=True)),
    parts=[Part(lambda _: segmentations.flat_vectors(BARBIE_FLATS))],
)
TABLE_2 = Entry(
    key="L13-T2",
    place="Table 2",
    title="Nested segmentations of one query",
    first="segmentation",
    columns=("boundary variables",),
    printed=dict(zip(BARBIE_TREES, ("0 1 0", "2 0 1", "2 1 0", "1 0 2"), strict=True)),
    parts=[Part(lambda _: segmentations.nested_vectors(BARBIE_TREES))],
)
FIGURE_1 = Entry(
    key="L13-F1",
    place="Figure 1",
    title="A nested segmentation as a tree",
    first="tree",
    columns=("heights",),
    printed={TREE: "2 0 1"},
    parts=[
        Part(
            lambda _: Found(
                segmentations.nested_vectors([TREE]).lines,
                [Chart("l13-f1", f"The tree {TREE}", kind="tree", tree=TREE)],
            )
        )
    ],
)
FIGURE_2 = Entry(
    key="L13-F2",
    place="Figure 2",
    title="Which tree entails which flat segmentation",
    about="A tree entails a flat segmentation if each segment is a group of the tree. The columns "
    "are A, B and C of the figure.",
    first="tree",
    columns=list(BARBIE_FLATS)[2:] + list(BARBIE_FLATS)[1:2],
    printed={
        list(BARBIE_TREES)[3]: "yes | no | no",
        TREE: "yes | yes | no",
    },
    parts=[Part(entailments.figure_2)],
)
ALGORITHM = Entry(
    key="L13-A1",
    place="Algorithm 1 (supplement: algorithm 7)",
    title="isEntail compared with the definition",
    about="Over all pairs of a tree and a flat segmentation of each length. The paper says that "
    "the algorithm is equivalent to the definition, so both counts of errors would be 0.",
    first="length",
    columns=("pairs", "wrongly accepted", "wrongly rejected"),
    printed={entailments.ALL: " | 0 | 0"},
    parts=[Part(entailments.printed_algorithm)],
    differences={
        "": "The printed loop stops at the first of several boundaries of height 0, so it misses a "
        "cut at a later one. At 8 words it wrongly accepts 1,542 of 54,912 pairs. Midpath uses the "
        "definition."
    },
)
CHANCE = Entry(
    key="L13-3.3",
    place="Section 3.3",
    title="Entailment by chance",
    about="The chance that a random tree entails a random flat of two or of three segments.",
    first="length",
    columns=("2 segments", "3 segments"),
    printed={
        "3 words": " | 1",
        "4 words": " | 0.4",
        "5 words": " | 0.213",
        "6 words": " | 0.133",
        "7 words": " | 0.091",
        "8 words": " | 0.049",
    },
    parts=[Part(entailments.chance)],
    differences={
        "5 words": "The printed formula gives 3/14 = .2143. The printed .213 results if 9/14 is "
        "first rounded to .64.",
        "8 words": "The printed formula gives 6/91 = .0659. The printed .049 results if binom(8, "
        "2) is used instead of binom(7, 2).",
    },
)
TIES = Entry(
    key="L13-4",
    place="Section 4",
    title="Ties of FEMN",
    about="FEMN picks the flat that most nested annotations entail. The paper met no tie.",
    first="",
    columns=("texts with a tie", "texts"),
    printed={"Q500, Q700, S300": "0 | "},
    parts=[Part(entailments.ties, on=ON_CROWD)],
    differences={"": "Ties are possible: the simulated crowd has some. Midpath lists them."},
    unavailable=NO_ANNOTATIONS,
)
TABLE_3 = Entry(
    key="L13-T3",
    place="Table 3",
    title="α and entailment",
    about="Entailment in percent of the pairs of a flat and a nested annotation, next to its value "
    "by chance.",
    first="set",
    columns=("flat α", "nested α (d1)", "nested α (d2)", "entailment, %", "by chance, %"),
    printed={
        "Q700": "0.21 | 0.21 | 0.16 | 49.68 | 12.63",
        "Q500": "0.22 | 0.15 | 0.15 | 56.69 | 19.08",
        "QG500": "0.61 | 0.66 | 0.67 | 87.07 | 11.91",
        "S300": "0.27 | 0.18 | 0.14 | 52.86 | 19.12",
    },
    parts=[Part(entailments.agreement_and_entailment, on=ON_CROWD)],
    unavailable=NO_ANNOTATIONS,
)
FIGURE_3 = Entry(
    key="L13-F3",
    place="Figure 3",
    title="Distribution of entailment over texts",
    about="The paper prints no numbers; its curves are bell-shaped.",
    parts=[Part(entailments.distribution, on=ON_CROWD)],
    unavailable=NO_ANNOTATIONS,
)
FIGURE_4 = Entry(
    key="L13-F4",
    place="Figure 4 and section 5.3",
    title="Entailment between crowd and experts",
    about="Workers' flats turned out closer to the experts' trees than workers' trees to the "
    "experts' flats.",
    first="",
    columns=("entailment, %",),
    printed={
        "crowd's flats, experts' trees": "70.42",
        "experts' flats, crowd's trees": "63.24",
    },
    parts=[Part(entailments.against_gold, on=ON_CROWD)],
    differences={
        "": "In the simulated crowd it is the other way round: its model gives trees and flats the "
        "same rate of errors, so it does not have the paper's effect, that trees are harder."
    },
    unavailable=NO_ANNOTATIONS,
)
SECTION_54 = Entry(
    key="L13-5.4",
    place="Section 5.4",
    title="The flats that FEMN and Iterative Voting pick",
    about="First, picks from the crowd compared with the experts' trees. Second, picks from "
    "crowd and experts mixed: how often is the pick one of the experts' flats?",
    first="%",
    columns=("FEMN", "Iterative Voting"),
    printed={
        "entailed by the experts' trees": "79.60 | 82.80",
        "mixed: among the experts' flats": "63.71 | 91.44",
    },
    parts=[Part(entailments.optimal, on=ON_CROWD)],
    unavailable=NO_ANNOTATIONS,
)

PAPER = Paper(
    key="L13",
    title="Entailment",
    venue="Ramanath, Choudhury and Bali, LAW 2013",
    question="How can flat and nested annotations of the same texts be compared, and does a tree "
    "help to find the right flat segmentation among noisy ones?",
    entries=[
        *(TABLE_1, TABLE_2, FIGURE_1, FIGURE_2, ALGORITHM, CHANCE, TIES),
        *(TABLE_3, FIGURE_3, FIGURE_4, SECTION_54),
    ],
)
