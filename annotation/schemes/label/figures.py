"""The figures at the top of a label campaign's dashboard."""

from annotation.schemes.base import Figure

FIGURES = (
    Figure(
        ("alpha",),
        "α",
        "Agreement corrected for chance: 1 is full agreement, 0 is what the same labels at "
        "random would give (Krippendorff’s α). It is nominal for one label; ordinal or interval "
        "for a scale, as its settings say; and for any number of labels the mean of each "
        "label’s own α. Texts with only one judgment are left out.",
        corrected=True,
    ),
    Figure(
        ("pairwise",),
        "Pairwise agreement",
        "The share of pairs of judgments of a text that are the same; the mean over texts with "
        "two or more. With any number of labels, both judgments must have the same set. Not "
        "corrected for chance.",
        share=True,
    ),
)
