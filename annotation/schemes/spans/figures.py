"""The figures of a campaign of spans that its dashboard begins with."""

from annotation.schemes.base import Figure

FIGURES = (
    Figure(
        ("alpha",),
        "α for unitizing",
        "Agreement on where spans begin and end and how they are labelled, beyond what the same "
        "spans, thrown together at random, would have: 1 is full agreement, 0 is chance "
        "(Krippendorff’s α for unitizing, over all labels). Near misses count less than far "
        "ones. Texts with only one judgment are left out.",
    ),
    Figure(
        ("exact",),
        "Exact span F1",
        "Of the spans that a worker marks, the share that another worker marks in just the same "
        "way: the same first and last word, the same label. The mean over all pairs. Not "
        "corrected for chance.",
        share=True,
    ),
    Figure(
        ("partial",),
        "Partial span F1",
        "Of the spans that a worker marks, the share that another worker marks with the same "
        "label at least in part. What it has above exact F1 is unsure where spans end.",
        share=True,
    ),
    Figure(
        ("places",),
        "α of words",
        "Krippendorff’s nominal α of the labels of each word (or character), none included: as if "
        "every word were a question of its own.",
    ),
)
