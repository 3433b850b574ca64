"""The figures of a campaign of labels that its dashboard begins with."""

from annotation.schemes.base import Figure

FIGURES = (
    Figure(
        ("alpha",),
        "α",
        "Agreement beyond what the same labels, given at random, would have: 1 is full agreement, "
        "0 is chance (Krippendorff’s α). It is nominal for one label; ordinal or interval for a "
        "scale, as its settings say; and for any number of labels the mean of each label’s own α. "
        "Texts with only one judgment are left out.",
    ),
    Figure(
        ("pairwise",),
        "Pairwise agreement",
        "The share of pairs of judgments of a text that are the same; the mean over texts with "
        "two or more. Where any number of labels may be chosen, both must have chosen the same "
        "set. Not corrected for chance.",
        share=True,
    ),
)
