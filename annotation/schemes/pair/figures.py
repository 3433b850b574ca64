"""The figures at the top of a pair campaign's dashboard."""

from annotation.schemes.base import Figure

FIGURES = (
    Figure(
        ("alpha",),
        "α",
        "Agreement on the answers as given, corrected for chance: 1 is full agreement, 0 is "
        "what the same answers at random would give (Krippendorff’s nominal α). Pairs with only "
        "one judgment are left out.",
        corrected=True,
    ),
    Figure(
        ("pairwise",),
        "Pairwise agreement",
        "The share of pairs of votes on the same two texts that agree; the mean over pairs with "
        "at least two votes (COLING 2014, §2.2). Not corrected for chance.",
        share=True,
    ),
    Figure(
        ("consensus_yes",),
        "Consensus yes",
        "The share of pairs on which more workers said yes than no. Answers that count as yes "
        "are combined first; ties are no consensus but count in the total.",
        share=True,
    ),
    Figure(
        ("r",),
        "r of similarity",
        "Pearson’s correlation of a pair’s similarity with its consensus, 1 for yes and 0 for "
        "no (COLING 2014, §2.2). Pairs without a consensus or a similarity are left out.",
    ),
)
