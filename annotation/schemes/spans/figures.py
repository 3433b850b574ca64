"""The figures at the top of a span campaign's dashboard."""

from annotation.schemes.base import Figure

FIGURES = (
    Figure(
        ("coincidence",),
        "α for unitizing",
        "Agreement on where spans start and end and how they are labelled, corrected for "
        "chance: 1 is full agreement, 0 is what the same spans, combined at random, would give "
        "(Krippendorff’s α for unitizing of 2016). It covers all labels. The version of 1995 is "
        "shown last, because it can rise when a span that two workers marked exactly is missed by "
        "one of them. Texts with only one judgment are left out.",
        corrected=True,
    ),
    Figure(
        ("exact",),
        "Exact span F1",
        "Of the spans that a worker marks, the share that another worker marks identically: the "
        "same first and last word, the same label. The mean over all pairs. Not corrected for "
        "chance.",
        share=True,
    ),
    Figure(
        ("partial",),
        "Partial span F1",
        "Of the spans that a worker marks, the share that another worker marks with the same "
        "label at least in part. The difference from exact F1 shows uncertainty about where "
        "spans end.",
        share=True,
    ),
    Figure(
        ("places",),
        "α of words",
        "Krippendorff’s nominal α of the labels of each word (or character), including none, as "
        "if every word were a separate question.",
        corrected=True,
    ),
    Figure(
        ("alpha",),
        "α for unitizing, 1995",
        "Krippendorff’s first α for unitizing, to compare with older publications. Near misses "
        "count less than far ones, and a span that nobody else marked may cost less than one "
        "that others marked in part.",
        agreement=False,
        corrected=True,
    ),
)
