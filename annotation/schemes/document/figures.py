"""The figures of a collection that its dashboard begins with."""

from annotation.schemes.base import Figure

TEXTS = (
    "Two texts are equal if their lines are, apart from spaces and empty lines. Sites with only "
    "one version are left out."
)
FIGURES = (
    Figure(
        ("alike",),
        "All versions equal",
        f"The share of sites of which all workers copied the same text. {TEXTS}",
        agreement=False,
        share=True,
    ),
    Figure(
        ("majority",),
        "One text has more than half",
        f"The share of sites of which more than half of the workers copied one text. {TEXTS}",
        agreement=False,
        share=True,
    ),
    Figure(
        ("subtitles",),
        "Headings per version",
        "How many main headings of a document a worker copied, on average.",
        agreement=False,
        decimals=1,
    ),
)
