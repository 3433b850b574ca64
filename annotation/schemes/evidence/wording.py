"""The further questions about a question, in words and in the values that are stored.

After Ravichander et al. 2019: relevance, subjectivity, how likely any such document is to hold an
answer; and why this one holds none, asked step by step in the paper's order.
"""

from typing import Any, NamedTuple


class Aspect(NamedTuple):
    """One question about the question. The vector holds the position of a value, from 1."""

    name: str
    ask: str
    values: tuple[tuple[str, str], ...]

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.values]

    @property
    def shown(self) -> dict[str, Any]:
        options = [{"value": value, "label": label} for value, label in self.values]
        return {"name": self.name, "ask": self.ask, "options": options}


RELEVANCE = Aspect(
    "relevance",
    "Is the question for such a document?",
    (
        ("relevant", "Yes, such a document could answer it"),
        ("related", "It is near its topic, but not for it"),
        ("irrelevant", "No, it is about something else"),
    ),
)
SUBJECTIVITY = Aspect(
    "subjectivity",
    "Does the answer depend on who judges?",
    (
        ("objective", "No, all would answer alike"),
        ("subjective", "Yes, it calls for an opinion"),
    ),
)
LIKELIHOOD = Aspect(
    "likelihood",
    "How likely is any such document to answer it?",
    (
        ("very likely", "Very likely"),
        ("likely", "Likely"),
        ("unlikely", "Unlikely"),
        ("very unlikely", "Very unlikely"),
    ),
)
ASPECTS = (RELEVANCE, SUBJECTIVITY, LIKELIHOOD)
CATEGORIES_ASK = "What is the question about? Choose all that fit."

INCOMPREHENSIBLE = "incomprehensible"
CAUSES = (INCOMPREHENSIBLE, "out of scope", "ill-formed", "silent", "atypical")

# Each answer leads to a cause, or, if it has none, to the next step.
STEPS: list[dict[str, Any]] = [
    {
        "ask": "Can you make out what is asked?",
        "answers": [
            {"label": "Yes", "cause": ""},
            {"label": "No, it is incomprehensible", "cause": INCOMPREHENSIBLE},
        ],
    },
    {
        "ask": "Could such a document answer it?",
        "answers": [
            {"label": "Yes", "cause": ""},
            {"label": "No, it is out of scope", "cause": "out of scope"},
        ],
    },
    {
        "ask": "Is it well formed, neither vague nor ambiguous?",
        "answers": [
            {"label": "Yes", "cause": ""},
            {"label": "No, it is ill-formed", "cause": "ill-formed"},
        ],
    },
    {
        "ask": "Do other such documents answer it?",
        "answers": [
            {"label": "Yes, this one is silent", "cause": "silent"},
            {"label": "Hardly any does: it is atypical", "cause": "atypical"},
        ],
    },
]
