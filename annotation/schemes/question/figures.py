"""The figures at the top of an elicitation's dashboard."""

from annotation.schemes.base import Figure

SAME = "Two questions are the same if they differ only in case, spaces and punctuation at the ends."

FIGURES = (
    Figure(
        ("unique",),
        "Unique questions per app",
        f"The average number of different questions per app. {SAME} "
        "PrivacyQA had 49.94 per policy.",
        agreement=False,
        decimals=1,
    ),
    Figure(
        ("redundant",),
        "Repeated questions",
        f"The share of all questions that repeat an earlier question about the same app. {SAME}",
        agreement=False,
        share=True,
    ),
    Figure(
        ("near",),
        "Near-duplicate questions",
        "The share of the different questions that share at least three quarters of their words "
        "with another question about the same app. Each word counts once, in any order.",
        agreement=False,
        share=True,
    ),
    Figure(
        ("words",),
        "Words per question",
        "The average number of words, separated by spaces, over all questions. PrivacyQA had 8.4.",
        agreement=False,
        decimals=1,
    ),
)
