"""The figures at the top of a collection's dashboard."""

from annotation.schemes.base import Figure

TEXTS = (
    "Two texts are equal if their lines are equal, ignoring spaces and empty lines. Sites with "
    "only one version are left out."
)
FIGURES = (
    Figure(
        ("alike",),
        "All versions equal",
        f"The share of sites for which all workers copied the same text. {TEXTS}",
        agreement=False,
        share=True,
    ),
    Figure(
        ("majority",),
        "One text has more than half",
        f"The share of sites for which more than half of the workers copied the same text. {TEXTS}",
        agreement=False,
        share=True,
    ),
    Figure(
        ("subtitles",),
        "Headings per version",
        "How many main headings a worker copied per document, on average.",
        agreement=False,
        decimals=1,
    ),
)
