"""The terms on what workers read and do before their first HIT."""

from dataclasses import dataclass
from typing import Any

from annotation.models.terms.base import Prose, Quiz, Selection, Term, Wordings, term
from annotation.text.languages import NAMES
from midpath.options.base import Tick, Whole

MAX_CONSENT_LENGTH = 20_000
INSTRUCTIONS_LENGTH = 10_000
MAX_FURTHER_WORDINGS = 3
MAX_QUESTIONS = 20
MAX_TRIES = 20
MAX_PRACTICE = 50
# Each scheme has its own instructions; there is no other default.
INSTRUCTIONS = Term(
    "instructions",
    Prose(INSTRUCTIONS_LENGTH, rows=9),
    help="What workers read before they start. Clear the field to use the standard instructions.",
    api="The instructions for workers. Blank: the scheme's own.",
)


@dataclass
class Reading:
    """The texts for workers."""

    language: str = term(
        "",
        Selection(tuple(NAMES.items()), empty="Not specified", length=5),
        label="Language of what you wrote",
        help="The language of your instructions, consent text and labels. Workers’ pages open in "
        "it. Workers can switch the buttons to another language.",
        api="The language of the instructions, consent text and labels, used for workers' pages at "
        "first: `en`, `es`, `fr`, `de`, `pt`, `hi` or `ar`; empty: not given. Fixed at launch.",
        column="The language of its instructions and texts; workers' pages open in it.",
        layout="own",
    )
    instructions_markdown: bool = term(
        True,
        Tick(),
        label="Read the instructions as Markdown",
        help="Markdown: **bold**, lists with - or 1., ## headings, | tables | and pictures, ![what "
        "it shows](its-name.png).",
        api="Whether the instructions are Markdown; otherwise plain text.",
        column="If false, they are plain text.",
        layout="own",
    )
    wordings: list[Any] = term(
        list,
        Wordings(MAX_FURTHER_WORDINGS),
        label="Further wordings",
        help="Begin each with a line such as == Short, then write its instructions. Each worker "
        "who joins is assigned to the instructions above or to one of these, and never sees the "
        "others. Fixed at launch.",
        api="Up to 3 further wordings of the instructions, each with `name` and `instructions`. "
        "Workers are assigned to one at random when they join, `instructions` included. Not "
        "together with a pilot. Fixed at launch.",
        column="Further wordings of the instructions, to which workers are assigned at random.",
        layout="own",
    )
    consent: str = term(
        "",
        Prose(MAX_CONSENT_LENGTH),
        label="What workers agree to",
        help="In Markdown. Workers agree before their first task; the time and the exact version "
        "are recorded. Leave empty to ask for no consent.",
        api="The consent text before the first HIT, in Markdown; empty: none.",
        column="What workers agree to before they begin, in Markdown; empty: none.",
        layout="own",
    )


@dataclass
class QuizTerms:
    """The questions about the instructions."""

    quiz: list[Any] = term(
        list,
        Quiz(MAX_QUESTIONS),
        label="Questions about the instructions",
        help="Shown after the instructions. Write a question, then its answers below it, one per "
        "line: [x] before a correct one, [ ] before the others. An explanation can follow after >. "
        "An empty line ends a question. Leave empty for no questions.",
        api="Questions about the instructions before the first HIT: each has `question`, `answers` "
        "with `text` and `right`, and `why`, shown after a try.",
        column="Questions about the instructions, before the first task.",
        layout="alone",
    )
    quiz_pass: int | None = term(
        None,
        Whole(1, MAX_QUESTIONS, optional=True),
        label="Correct answers required",
        help="Leave empty to require all of them.",
        api="The number of questions that must be answered correctly; null: all.",
        column="How many of them must be answered correctly; null: all.",
    )
    quiz_tries: int = term(
        2,
        Whole(1, MAX_TRIES),
        label="Maximum tries",
        help="Workers who fail every try are blocked; you can unblock them.",
        api="The number of tries; workers who fail every try are stopped.",
    )


@dataclass
class Practice:
    """The practice before the first HIT."""

    practice: int = term(
        0,
        Whole(0, MAX_PRACTICE),
        label="Practice tasks",
        help="Shown in the normal task interface, with immediate feedback; not counted and not "
        "paid. Choose the items and their gold answers after saving the draft.",
        api="The number of practice items before the first HIT; 0: none.",
        column="The number of practice items before the first task.",
        needs=("known",),
    )
    practice_pass: int | None = term(
        None,
        Whole(1, MAX_PRACTICE, optional=True),
        label="Correct practice answers required",
        help="Leave empty to require no minimum score.",
        api="The number of practice items that must be answered correctly; null: no minimum.",
        column="How many of them must be answered correctly; null: no pass score.",
        needs=("known",),
    )
    practice_tries: int = term(
        2,
        Whole(1, MAX_TRIES),
        label="Maximum practice tries",
        help="Workers who fail every try are blocked; you can unblock them.",
        api="The number of practice tries; workers who fail every try are stopped.",
        layout="alone",
        needs=("known",),
    )
