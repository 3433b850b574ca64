"""Questions that people would ask about an app, without seeing its policy.

Crowdsourced question elicitation, after PrivacyQA (Ravichander et al. 2019).
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import TypedDict

from django.utils.translation import gettext, gettext_noop, ngettext

from annotation.models import Item
from annotation.schemes.mixins import HasSettings, NoConsensus, OwnWords
from annotation.schemes.question.figures import FIGURES
from annotation.schemes.question.files import FILES
from annotation.schemes.question.form import QuestionSettingsForm
from annotation.schemes.terms import PricePaid, UsualTerms
from midpath.schemes.base import BYTES_A_CHARACTER, ROOM_FOR_NAMES, Settings
from midpath.schemes.question import ElicitationAnswers
from midpath.schemes.question.answer import MAX_QUESTION_LENGTH
from midpath.schemes.question.settings import DEFAULTS, check_question_settings
from midpath.schemes.question.vector import questions_of

PICTURE = ("sha256", "alt", "width", "height")


class Shown(TypedDict):
    """Data of an app that a worker's browser receives."""

    text: str
    name: str
    description: str
    category: str
    pictures: list[dict[str, str | int]]
    questions: int
    fewestWords: int


# No worked example: people repeat questions that they have read.
class Elicitation(ElicitationAnswers, HasSettings, NoConsensus, OwnWords):
    title = "Questions about apps"
    work = gettext_noop("Asking questions")
    noun = "app"
    dataset_kinds = ("apps",)
    question = gettext_noop("What would you ask about this app?")
    hint = DEFAULTS["assistant"]
    instructions = gettext_noop(
        "You see an app as it appears in a store: its name, its description and pictures. Write "
        "down what you would want to know about {topic} before you use it. Use your own words, "
        "as if you were asking a person. Ask one thing per question, and ask each question about "
        "something different. There are no right questions: ask what matters to you."
    )
    why_never_known = "Workers write their own questions, so there can be no gold answers."
    cites = {"redundant": "ravichander-2019"}
    figures = FIGURES
    # Ravichander et al. 2019: about eight minutes.
    usual_terms = UsualTerms(seconds_allotted=1800, seconds_expected=480)
    price_paid = PricePaid(Decimal("2.00"), 2019)
    settings_form = QuestionSettingsForm
    settings_help = (
        '`{"preset": "anything", "privacyqa" or "custom", "topic": "this app", "questions": 5, '
        '"fewest_words": 3, "assistant": …}`'
    )
    searched = ("text", "content__description")
    files = FILES

    def room(self, item: Item, settings: Settings) -> int:
        """Return the maximum number of bytes. White space in a question does not count towards its
        length, so it may double it."""
        many = int(settings["questions"])
        return ROOM_FOR_NAMES + many * BYTES_A_CHARACTER * 2 * MAX_QUESTION_LENGTH

    def shown(self, item: Item, settings: Settings) -> Shown:
        """Return the app's description, and nothing of its policy, not even the name.

        People should ask what they want to know, not what a document is about.
        """
        content = item.content
        return {
            "text": item.text,
            "name": item.text,
            "description": content["description"],
            "category": content.get("category", ""),
            "pictures": [
                {key: picture[key] for key in PICTURE} for picture in content.get("pictures") or ()
            ],
            "questions": settings["questions"],
            "fewestWords": settings["fewest_words"],
        }

    def written(self, vector: Sequence[int], item: Item, settings: Settings) -> str:
        return " | ".join(questions_of(vector))

    def check_settings(self, settings: Settings) -> dict[str, object]:
        return check_question_settings(settings)

    def question_of(self, settings: Settings) -> str:
        wanted = {**DEFAULTS, **settings}
        message = ngettext(
            "Ask a question about {topic}",
            "Ask {count} questions about {topic}",
            wanted["questions"],
        )
        return message.format(count=wanted["questions"], topic=gettext(wanted["topic"]))

    def instructions_of(self, settings: Settings) -> str:
        return gettext(self.instructions).format(topic=gettext({**DEFAULTS, **settings}["topic"]))

    def hint_of(self, settings: Settings) -> str:
        return gettext(str(settings.get("assistant", self.hint)))


scheme = Elicitation()
