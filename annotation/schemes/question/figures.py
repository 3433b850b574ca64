"""The figures at the top of an elicitation's dashboard."""

from annotation.schemes.base import Figure

SAME = "Two questions are the same if they differ only in case, spaces and punctuation at the ends."

FIGURES = (
    Figure(
        ("unique",),
        "Unique questions per app",
        f"How many different questions were asked about an app, on average over the apps. {SAME} "
        "PrivacyQA had 49.94 per policy.",
        agreement=False,
        decimals=1,
    ),
    Figure(
        ("redundant",),
        "Asked before",
        "The share of all questions that another worker had already asked about the same app. "
        f"{SAME}",
        agreement=False,
        share=True,
    ),
    Figure(
        ("near",),
        "Nearly asked before",
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
