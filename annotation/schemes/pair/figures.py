"""The figures of a campaign of pairs that its dashboard begins with."""

from annotation.schemes.base import Figure

FIGURES = (
    Figure(
        ("alpha",),
        "α",
        "Agreement on the answers as they were given, beyond what the same answers, given at "
        "random, would have: 1 is full agreement, 0 is chance (Krippendorff’s nominal α). Pairs "
        "with only one judgment are left out.",
    ),
    Figure(
        ("pairwise",),
        "Pairwise agreement",
        "The share of pairs of votes on the same two texts that agree; the mean over pairs with "
        "two votes or more (COLING 2014, §2.2). Not corrected for chance.",
        share=True,
    ),
    Figure(
        ("consensus_yes",),
        "Consensus yes",
        "The share of pairs on which more workers said yes than no. Answers that count as yes are "
        "taken together first; ties are no consensus but count in the base.",
        share=True,
    ),
    Figure(
        ("r",),
        "r of similarity",
        "Pearson’s correlation of a pair’s similarity with its consensus, 1 for yes and 0 for no "
        "(COLING 2014, §2.2). Pairs without a consensus or a similarity are left out.",
    ),
)
