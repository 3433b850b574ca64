"""The figures of a campaign of evidence that its dashboard begins with."""

from annotation.schemes.base import Figure

FIGURES = (
    Figure(
        ("alpha",),
        "α of sentences",
        "Agreement on which sentences are evidence, beyond what the same marks at random would "
        "have: 1 is full agreement, 0 is chance (Krippendorff’s nominal α). Every sentence of "
        "every question is a unit; questions with one judgment take no part.",
    ),
)
