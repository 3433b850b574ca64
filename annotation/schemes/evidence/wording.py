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
    "Is this a question for a document of this kind?",
    (
        ("relevant", "Yes, it could answer the question"),
        ("related", "Partly: it is close to the topic"),
        ("irrelevant", "No, it is about something else"),
    ),
)
SUBJECTIVITY = Aspect(
    "subjectivity",
    "Does the answer depend on personal opinion?",
    (
        ("objective", "No, everyone would give the same answer"),
        ("subjective", "Yes, it is a matter of opinion"),
    ),
)
LIKELIHOOD = Aspect(
    "likelihood",
    "How likely is a document of this kind to answer it?",
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
        "ask": "Can you understand the question?",
        "answers": [
            {"label": "Yes", "cause": ""},
            {"label": "No, I cannot understand it", "cause": INCOMPREHENSIBLE},
        ],
    },
    {
        "ask": "Could a document of this kind answer it?",
        "answers": [
            {"label": "Yes", "cause": ""},
            {"label": "No, it is out of scope", "cause": "out of scope"},
        ],
    },
    {
        "ask": "Is the question clear, neither vague nor ambiguous?",
        "answers": [
            {"label": "Yes", "cause": ""},
            {"label": "No, it is vague or ambiguous", "cause": "ill-formed"},
        ],
    },
    {
        "ask": "Do other documents of this kind answer it?",
        "answers": [
            {"label": "Yes, but this one does not", "cause": "silent"},
            {"label": "Hardly any do", "cause": "atypical"},
        ],
    },
]
