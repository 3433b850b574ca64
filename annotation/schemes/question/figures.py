"""The figures of an elicitation that its dashboard begins with."""

from annotation.schemes.base import Figure

SAME = "Two questions are the same if they differ only in case, spaces and punctuation at the ends."

FIGURES = (
    Figure(
        ("unique",),
        "Unique questions per app",
        f"How many different questions were asked about an app, on average over the apps. {SAME} "
        "PrivacyQA had 49.94 for each policy.",
        agreement=False,
        decimals=1,
    ),
    Figure(
        ("redundant",),
        "Asked before",
        f"The share of all questions that somebody had already asked about the same app. {SAME}",
        agreement=False,
        share=True,
    ),
    Figure(
        ("near",),
        "Nearly asked before",
        "The share of the different questions that have three quarters of their words in common "
        "with another question about the same app. The words count once each, in any order.",
        agreement=False,
        share=True,
    ),
    Figure(
        ("words",),
        "Words per question",
        "The average number of words between spaces, over all questions. PrivacyQA had 8.4.",
        agreement=False,
        decimals=1,
    ),
)
