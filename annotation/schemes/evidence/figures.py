"""The figures at the top of an evidence campaign's dashboard, and in its chart over time."""

from annotation.schemes.base import Figure

FIGURES = (
    Figure(
        ("alpha", "pooled"),
        "α of sentences",
        "Agreement on which sentences are evidence, corrected for chance: 1 is full agreement, "
        "0 is what the same marks at random would give (Krippendorff’s nominal α). Every "
        "sentence of every question is a unit; questions with only one judgment are left out.",
        corrected=True,
    ),
    Figure(
        ("f1_human",),
        "F1 human",
        "Each worker’s sentences are compared with those of every other worker; the best F1 "
        "counts, averaged over workers and then over questions (PrivacyQA). Two answers that "
        "mark nothing agree fully; questions with only one judgment are left out.",
    ),
)
