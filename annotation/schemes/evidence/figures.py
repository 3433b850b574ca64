"""The figures of a campaign of evidence that its dashboard begins with, and draws over time."""

from annotation.schemes.base import Figure

FIGURES = (
    Figure(
        ("alpha", "pooled"),
        "α of sentences",
        "Agreement on which sentences are evidence, beyond what the same marks at random would "
        "have: 1 is full agreement, 0 is chance (Krippendorff’s nominal α). Every sentence of "
        "every question is a unit; questions with one judgment take no part.",
    ),
    Figure(
        ("f1_human",),
        "F1 human",
        "Each worker’s sentences against those of the others, the best F1 of these, averaged over "
        "workers and then over questions (PrivacyQA). Two answers that mark nothing agree fully; "
        "questions with one judgment take no part.",
    ),
)
