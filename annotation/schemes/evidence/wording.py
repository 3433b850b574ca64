"""The further questions about a question, with the values that are stored.

After Ravichander et al. 2019: relevance, subjectivity, how likely any such document is to contain
an answer; and why this one contains none, step by step in the paper's order.
"""

from typing import NamedTuple, TypedDict

from django.utils.translation import gettext, gettext_noop


class Option(TypedDict):
    value: str
    label: str


class ShownAspect(TypedDict):
    """An aspect in the language of the page."""

    name: str
    ask: str
    options: list[Option]


class Reply(TypedDict):
    """An answer in a step, and the cause that it means; empty if the next step follows."""

    label: str
    cause: str


class Step(TypedDict):
    ask: str
    answers: list[Reply]


class Aspect(NamedTuple):
    """One aspect of a question. The vector contains the position of a value, from 1."""

    name: str
    ask: str
    values: tuple[tuple[str, str], ...]

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.values]

    @property
    def shown(self) -> ShownAspect:
        options: list[Option] = [
            {"value": value, "label": gettext(label)} for value, label in self.values
        ]
        return {"name": self.name, "ask": gettext(self.ask), "options": options}


RELEVANCE = Aspect(
    "relevance",
    gettext_noop("Is this a question for a document of this kind?"),
    (
        ("relevant", gettext_noop("Yes, it could answer the question")),
        ("related", gettext_noop("Partly: it is close to the topic")),
        ("irrelevant", gettext_noop("No, it is about something else")),
    ),
)
SUBJECTIVITY = Aspect(
    "subjectivity",
    gettext_noop("Does the answer depend on personal opinion?"),
    (
        ("objective", gettext_noop("No, everyone would give the same answer")),
        ("subjective", gettext_noop("Yes, it is a matter of opinion")),
    ),
)
LIKELIHOOD = Aspect(
    "likelihood",
    gettext_noop("How likely is a document of this kind to answer it?"),
    (
        ("very likely", gettext_noop("Very likely")),
        ("likely", gettext_noop("Likely")),
        ("unlikely", gettext_noop("Unlikely")),
        ("very unlikely", gettext_noop("Very unlikely")),
    ),
)
ASPECTS = (RELEVANCE, SUBJECTIVITY, LIKELIHOOD)
CATEGORIES_ASK = gettext_noop("What is the question about? Choose all that fit.")

INCOMPREHENSIBLE = "incomprehensible"
CAUSES = (INCOMPREHENSIBLE, "out of scope", "ill-formed", "silent", "atypical")

# Each answer leads to a cause, or, if it has none, to the next step.
STEPS: list[Step] = [
    {
        "ask": gettext_noop("Can you understand the question?"),
        "answers": [
            {"label": gettext_noop("Yes"), "cause": ""},
            {"label": gettext_noop("No, I cannot understand it"), "cause": INCOMPREHENSIBLE},
        ],
    },
    {
        "ask": gettext_noop("Could a document of this kind answer it?"),
        "answers": [
            {"label": gettext_noop("Yes"), "cause": ""},
            {"label": gettext_noop("No, it is out of scope"), "cause": "out of scope"},
        ],
    },
    {
        "ask": gettext_noop("Is the question clear, neither vague nor ambiguous?"),
        "answers": [
            {"label": gettext_noop("Yes"), "cause": ""},
            {"label": gettext_noop("No, it is vague or ambiguous"), "cause": "ill-formed"},
        ],
    },
    {
        "ask": gettext_noop("Do other documents of this kind answer it?"),
        "answers": [
            {"label": gettext_noop("Yes, but this one does not"), "cause": "silent"},
            {"label": gettext_noop("Hardly any do"), "cause": "atypical"},
        ],
    },
]


def shown_steps() -> list[Step]:
    """Return the steps in the language of the page."""
    return [
        {
            "ask": gettext(step["ask"]),
            "answers": [
                {"label": gettext(one["label"]), "cause": one["cause"]} for one in step["answers"]
            ],
        }
        for step in STEPS
    ]
