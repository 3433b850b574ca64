"""A worked example: from a privacy policy if the campaign uses the PrivacyQA preset, else from an
everyday page."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from midpath.schemes.base import Settings


@dataclass(frozen=True)
class Worked:
    question: str
    sentences: tuple[str, ...]
    marked: tuple[int, ...]
    why: str


GARDEN = Worked(
    "May I bring my dog?",
    (
        "The botanical garden opens at eight.",
        "Dogs are welcome on a lead.",
        "They wait outside the glasshouses.",
        "Bicycles stay at the gate.",
        "The café closes at five.",
    ),
    (1, 2),
    gettext_noop(
        "Two sentences are needed, so both are marked: the second limits what the first allows. "
        "The sentence about bicycles does not help to answer the question."
    ),
)
POLICY = Worked(
    "Does anyone else learn where I am?",
    (
        "We ask for your name when you open an account.",
        "The app notes where you are to show the weather there.",
        "We pass your position on to the weather service, without your name.",
        "No one else receives it.",
        "Write to us if you have questions.",
    ),
    (2, 3),
    gettext_noop(
        "Two sentences answer the question, so both are marked. The second sentence is also "
        "about the position, but says nothing about others."
    ),
)


def example_for(settings: Settings) -> dict[str, object]:
    worked = POLICY if settings.get("preset") == "privacyqa" else GARDEN
    marked = [
        {"text": text, "marked": n in worked.marked} for n, text in enumerate(worked.sentences)
    ]
    return {"question": worked.question, "sentences": marked, "why": gettext(worked.why)}
