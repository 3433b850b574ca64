"""The further questions about a question, with the values that are stored.

After Ravichander et al. 2019: relevance, subjectivity, how likely any such document is to contain
an answer; and why this one contains none, step by step in the paper's order.
"""

from typing import NamedTuple, TypedDict

from midpath.schemes.base import untranslated


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


RELEVANCE = Aspect(
    "relevance",
    untranslated("Is this a question for a document of this kind?"),
    (
        ("relevant", untranslated("Yes, it could answer the question")),
        ("related", untranslated("Partly: it is close to the topic")),
        ("irrelevant", untranslated("No, it is about something else")),
    ),
)
SUBJECTIVITY = Aspect(
    "subjectivity",
    untranslated("Does the answer depend on personal opinion?"),
    (
        ("objective", untranslated("No, everyone would give the same answer")),
        ("subjective", untranslated("Yes, it is a matter of opinion")),
    ),
)
LIKELIHOOD = Aspect(
    "likelihood",
    untranslated("How likely is a document of this kind to answer it?"),
    (
        ("very likely", untranslated("Very likely")),
        ("likely", untranslated("Likely")),
        ("unlikely", untranslated("Unlikely")),
        ("very unlikely", untranslated("Very unlikely")),
    ),
)
ASPECTS = (RELEVANCE, SUBJECTIVITY, LIKELIHOOD)
CATEGORIES_ASK = untranslated("What is the question about? Choose all that fit.")

INCOMPREHENSIBLE = "incomprehensible"
CAUSES = (INCOMPREHENSIBLE, "out of scope", "ill-formed", "silent", "atypical")

# Each answer leads to a cause, or, if it has none, to the next step.
STEPS: list[Step] = [
    {
        "ask": untranslated("Can you understand the question?"),
        "answers": [
            {"label": untranslated("Yes"), "cause": ""},
            {"label": untranslated("No, I cannot understand it"), "cause": INCOMPREHENSIBLE},
        ],
    },
    {
        "ask": untranslated("Could a document of this kind answer it?"),
        "answers": [
            {"label": untranslated("Yes"), "cause": ""},
            {"label": untranslated("No, it is out of scope"), "cause": "out of scope"},
        ],
    },
    {
        "ask": untranslated("Is the question clear, neither vague nor ambiguous?"),
        "answers": [
            {"label": untranslated("Yes"), "cause": ""},
            {"label": untranslated("No, it is vague or ambiguous"), "cause": "ill-formed"},
        ],
    },
    {
        "ask": untranslated("Do other documents of this kind answer it?"),
        "answers": [
            {"label": untranslated("Yes, but this one does not"), "cause": "silent"},
            {"label": untranslated("Hardly any do"), "cause": "atypical"},
        ],
    },
]
