"""A13: the ACL 2013 paper on query segmentation, with its supplement."""

from midpath.papers.computing import biases, segmentations
from midpath.papers.computing.crowds import APPLY_FLATS, APPLY_TREES
from midpath.papers.data import WEBIS
from midpath.papers.entries import Cell, Chart, Entry, Found, Line, Paper, Part

NO_ANNOTATIONS = (
    "we do not have the annotations of Q700, Q500, QG500, S300 and QRand, and the query logs were "
    "never public."
)
ON_WEBIS = "half of Webis-QSeC-10 (2,424 web queries, about ten flat annotations each)"
ON_CROWD = "a simulated crowd of 60 workers with simulated experts (500 texts of 5 to 8 words)"
TREE = "(apply (((first aid) course) (on line)))"

TABLE_1 = Entry(
    key="A13-T1",
    place="Table 1",
    title="Flat segmentations of one query",
    about="A boundary is 1 where two words are in different segments.",
    first="segmentation",
    columns=("boundary variables",),
    printed=dict(
        zip(APPLY_FLATS, ("1 0 0 1 0", "0 0 0 1 0", "0 0 1 0 0", "1 0 1 1 0"), strict=True)
    ),
    parts=[Part(lambda _: segmentations.flat_vectors(APPLY_FLATS))],
)
TABLE_2 = Entry(
    key="A13-T2",
    place="Table 2",
    title="Nested segmentations of one query",
    about="A boundary has the height of the group that it divides; a pair of words has height 0.",
    first="segmentation",
    columns=("boundary variables",),
    printed=dict(
        zip(
            APPLY_TREES,
            ("0 2 0 1 0", "1 0 2 3 0", "2 0 1 3 0", "3 0 1 2 0", "1 0 2 1 0"),
            strict=True,
        )
    ),
    parts=[Part(lambda _: segmentations.nested_vectors(APPLY_TREES))],
)
FIGURE_1 = Entry(
    key="A13-F1",
    place="Figure 1",
    title="A nested segmentation as a tree",
    about="Each group shows its height.",
    first="tree",
    columns=("heights",),
    printed={TREE: "3 0 1 2 0"},
    parts=[
        Part(
            lambda _: Found(
                segmentations.nested_vectors([TREE]).lines,
                [Chart("a13-f1", f"The tree {TREE}", kind="tree", tree=TREE)],
            )
        )
    ],
)
FIGURE_2 = Entry(
    key="A13-F2",
    place="Figure 2",
    title="Length distribution of the sets",
    about="The paper prints no numbers. Its queries have 4 to 8 words, its sentences 5 to 15.",
    parts=[
        Part(segmentations.length_distribution, [WEBIS], ON_WEBIS),
        Part(segmentations.simulated_lengths, on=ON_CROWD),
    ],
    unavailable=NO_ANNOTATIONS,
)
TABLE_3 = Entry(
    key="A13-T3",
    place="Table 3",
    title="The tasks on Mechanical Turk",
    about="Time, pay and qualifications. From them follows what a worker earned per hour.",
    first="",
    columns=("flat", "nested"),
    printed={
        "seconds needed": "49 | 112",
        "minutes allotted": "10 | 15",
        "reward, $": "0.02 | 0.06",
        "seconds of the instruction video": "26 | 100",
        "tasks completed, more than": "100 | 100",
        "approval rate, %, above": "60 | 60",
        "pay per hour, $": " | ",
    },
    parts=[
        Part(
            lambda _: Found(
                [Line("pay per hour, $", [Cell(0.02 * 3600 / 49), Cell(0.06 * 3600 / 112)])],
            )
        )
    ],
    unavailable="the settings of a study are not results, so there is nothing to recompute.",
)
TABLE_4 = Entry(
    key="A13-T4",
    place="Table 4",
    title="Agreement: α and S of seven sets",
    about="α is corrected for how similar annotations of different texts are; S is the chance that "
    "two random segmentations are at least as far apart as the observed ones.",
    first="set",
    columns=("flat α", "flat S", "nested α (d1)", "S (d1)", "nested α (d2)", "S (d2)"),
    printed={
        "Q700": "0.21 | 0.59 | 0.21 | 0.89 | 0.16 | 0.68",
        "Q500": "0.22 | 0.62 | 0.15 | 0.70 | 0.15 | 0.44",
        "QG500": "0.61 | 0.88 | 0.66 | 0.88 | 0.67 | 0.80",
        "S300": "0.27 | 0.74 | 0.18 | 0.94 | 0.14 | 0.75",
        "U250": "0.23 | 0.89 | 0.42 | 0.90 | 0.30 | 0.78",
        "B250": "0.22 | 0.86 | 0.34 | 0.88 | 0.22 | 0.71",
        "T250": "0.20 | 0.86 | 0.44 | 0.89 | 0.34 | 0.76",
    },
    parts=[
        Part(segmentations.webis_agreement, [WEBIS], ON_WEBIS),
        Part(segmentations.simulated_agreement, on=ON_CROWD),
    ],
    differences={
        "": "The workers of Webis-QSeC-10 chose among given cuts, so their flat α of .38 is higher "
        "than the paper's .20 to .27 for free cuts."
    },
    unavailable=NO_ANNOTATIONS,
)
CHANCE = Entry(
    key="A13-S",
    place="Section 4.3",
    title="S by chance alone",
    about="The paper reads S = .5 as agreement by chance. Here is the S that ten random "
    "annotations of each length have on average.",
    first="length",
    columns=("flat", "nested (d1)", "nested (d2)"),
    printed={segmentations.LEAST: "0.5 | 0.5 | 0.5"},
    parts=[Part(segmentations.by_chance)],
    differences={
        "": "S exceeds .5 under chance, for two reasons: “at least as far apart” includes equal "
        "distances, and the sum includes the pairs of an annotation with itself. Compare S with "
        "the value in this table, not with .5: .59 for Q700 is below chance."
    },
)
BY_LENGTH = Entry(
    key="A13-5",
    place="Section 5",
    title="Agreement between crowd and experts, and by length",
    about="The paper found α = .27 for Q500 and QG500 together, and no influence of the length.",
    first="",
    columns=("α of both together", "α between the two"),
    printed={"Q500 and QG500": "0.27 | "},
    parts=[Part(segmentations.crowd_and_gold, on=ON_CROWD)],
    unavailable=NO_ANNOTATIONS,
)
LENGTHS = Entry(
    key="A13-5L",
    place="Section 5",
    title="Flat agreement by length of text",
    about="The paper saw no significant variation, without numbers. α is computed within the "
    "queries of one length.",
    first="length",
    columns=("queries", "flat α", "flat S"),
    parts=[Part(segmentations.agreement_by_length, [WEBIS], ON_WEBIS)],
    differences={
        "": "On Webis, agreement does vary with length: α rises from .32 at 3 words to .45 at 6, "
        "and the intervals do not overlap."
    },
)
FIGURE_3 = Entry(
    key="A13-F3",
    place="Figure 3 and section 6",
    title="Biases of flat annotations",
    about="Bias 1: workers divide a text into two or three segments of similar length. Fig. 3 A "
    "shows the number of segments, B how unequal they are. The percentages are lower bounds.",
    first="",
    columns=("%",),
    printed={
        "two or three segments: queries, more than": "83",
        "two or three segments: sentences, more than": "91",
        "two or three segments: random queries, more than": "96",
    },
    parts=[
        Part(biases.webis_segments, [WEBIS], ON_WEBIS),
        Part(biases.simulated_segments, on=ON_CROWD),
    ],
    differences={
        "": "Bias 1 does not recur on Webis: 66 % of its annotations have two or three segments, "
        "where the paper has above 83 %. Its workers chose among given cuts, and its queries are "
        "shorter (3 to 10 words)."
    },
    unavailable=NO_ANNOTATIONS,
)
SD = Entry(
    key="A13-6",
    place="Section 6",
    title="The standard deviation of segment lengths, two examples",
    first="",
    columns=("sd",),
    printed={"sd of 3 and 4 words": "0.5", "sd of 2 and 5 words": "1.5"},
    parts=[Part(biases.examples_of_sd)],
)
TABLE_5 = Entry(
    key="A13-T5",
    place="Table 5 and Figure 3 C",
    title="Mean height of nested annotations",
    about="Bias 2: workers prefer balanced trees, which are lower than random ones.",
    first="length",
    columns=("random trees", "Q500", "QG500", "Q700", "S300", "QRand", "simulated"),
    printed={
        "5 words": "2.57 | 2.00 | 2.02 | 2.08 | 2.02 | 2.01",
        "6 words": "3.24 | 2.26 | 2.23 | 2.23 | 2.24 | 2.02",
        "7 words": "3.88 | 2.70 | 2.71 | 2.67 | 2.55 | 2.62",
        "8 words": "4.47 | 2.89 | 2.68 | 2.72 | 2.72 | 2.35",
    },
    parts=[Part(biases.random_heights), Part(biases.simulated_heights, on=ON_CROWD)],
    unavailable=NO_ANNOTATIONS,
)
TABLE_6 = Entry(
    key="A13-T6",
    place="Table 6",
    title="Cuts around prepositions",
    about="Bias 4, in percent of all prepositions. Those that begin or end a text count in the "
    "base only.",
    first="cut",
    columns=("Q500", "QG500", "Q700", "S300", "QRand", "Webis"),
    printed={
        "Both": "2.24 | 0.37 | 2.78 | 2.08 | 0.63",
        "None": "50.34 | 56.85 | 35.74 | 35.84 | 39.81",
        "Right": "23.86 | 21.50 | 19.02 | 12.52 | 15.23",
        "Left": "18.08 | 15.97 | 40.59 | 45.96 | 21.21",
    },
    parts=[Part(biases.webis_prepositions, [WEBIS], ON_WEBIS)],
    differences={
        "": "On Webis, three quarters of the prepositions stand alone, cut off on both sides; in "
        "the paper, almost none do. There, workers cut freely and made few segments."
    },
    unavailable=NO_ANNOTATIONS,
    decimals=1,
)
SUPPLEMENT = Entry(
    key="A13-Sup",
    place="Supplement, section 3",
    title="The worked example of α",
    about="Two queries with three and two nested annotations, under d2.",
    first="",
    columns=("1", "2", "3"),
    printed={
        "d2 of A1A2, A1A3, A2A3": "2.5 | 1.5 | 2.5",
        "M1, row 1": "0.00 | 2.50 | 1.50",
        "M1, row 2": "2.50 | 0.00 | 2.50",
        "M1, row 3": "1.50 | 2.50 | 0.00",
        "sum of M1, within of Q1": "13 | 2.17",
        "M2, row 1": "0.00 | 1.20",
        "M2, row 2": "1.20 | 0.00",
        "sum of M2, within of Q2": "2.4 | 1.2",
        "within of both": "3.37",
        "M3, row 1": "1.25 | 1.25 | 2.00",
        "M3, row 2": "2.00 | 2.00 | 1.25",
        "sum of M3, of M4": "9.75 | 34.9",
        "variance within, between": "0.84 | 0.87",
        "α": "0.035",
    },
    parts=[Part(segmentations.toy)],
)
NULL = Entry(
    key="A13-Null",
    place="Supplement",
    title="The null distributions behind S",
    about="The supplement's tables of random distances, exactly: each numerator of the distance "
    "with the number of pairs that have it (for flat, of the second segmentation, given the "
    "first). The paper does not print them.",
    first="length",
    columns=("flat (d)", "nested (d1)", "nested (d2)"),
    parts=[Part(segmentations.null_tables)],
)

PAPER = Paper(
    key="A13",
    title="Crowd prefers the middle path",
    venue="Ramanath, Choudhury, Bali and Saha Roy, ACL 2013, with its supplement",
    question="Can a crowd segment web queries reliably, or do workers only seem to agree because "
    "they share a preference for two equal parts?",
    entries=[
        *(TABLE_1, TABLE_2, FIGURE_1, FIGURE_2, TABLE_3, TABLE_4, CHANCE, BY_LENGTH, LENGTHS),
        *(FIGURE_3, SD, TABLE_5, TABLE_6, SUPPLEMENT, NULL),
    ],
)
