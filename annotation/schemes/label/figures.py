"""The figures of a campaign of labels that its dashboard begins with."""

from annotation.schemes.base import Figure

FIGURES = (
    Figure(
        ("alpha",),
        "α",
        "Agreement beyond what the same labels at random would have: 1 is full agreement, 0 is "
        "chance (Krippendorff). Of one label nominal; of a scale ordinal or interval, as its "
        "settings say; of any number of labels the mean of each label’s own α. Texts with one "
        "judgment take no part.",
    ),
    Figure(
        ("pairwise",),
        "Pairwise agreement",
        "Of all pairs of judgments of a text, the share that are the same; the mean over texts "
        "with two or more. Where any number of labels may be chosen, the same are equal sets. Not "
        "corrected for chance.",
        share=True,
    ),
)
