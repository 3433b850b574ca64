"""The datasheet of a campaign: facts from its data, and questions for its researchers."""

from dataclasses import dataclass

from annotation.models import Dataset
from annotation.services.methods.facts import Facts
from annotation.services.methods.sentences import Sentence, sentences_of
from midpath.text.formatting import counted, written

YOURS = "To be answered by you."
NO_CONTROL = "Not with gold answers."


@dataclass(frozen=True)
class Entry:
    """A question of the datasheet and its answer; `yours` marks questions that stored data cannot
    answer."""

    question: str
    answer: str

    @property
    def yours(self) -> bool:
        return self.answer == YOURS


def datasheet_of(facts: Facts) -> list[Entry]:
    topics: dict[str, list[Sentence]] = {}
    for sentence in sentences_of(facts):
        topics.setdefault(sentence.about.split()[0], []).append(sentence)

    def said(*abouts: str) -> str:
        return " ".join(one.text for about in abouts for one in topics.get(about, ()))

    campaign, dataset = facts.campaign, facts.campaign.dataset
    instructions = campaign.instructions or facts.scheme.instructions_of(campaign.settings)
    words = counted(len(instructions.split()), "word")
    return [
        Entry("For what purpose was the dataset created, and who funded it?", YOURS),
        Entry(
            "What do the instances represent, and how many are there?",
            f"{counted(campaign.hit_count, facts.scheme.noun)} of the dataset “{dataset.name}”, "
            f"with {counted(facts.used, 'judgment')} in the figures.",
        ),
        Entry("Where do the texts come from, and may they be redistributed?", _origin(dataset)),
        Entry("What were people asked?", f"{said('task')} The instructions have {words}."),
        Entry("Who took part, and when?", said("workers", "programs", "redundancy")),
        Entry(
            "Can workers be identified?",
            "Workers are identified by number in every file, never by name or id.",
        ),
        Entry("Did they consent?", said("consent") or "Midpath showed no consent text."),
        Entry("What were they paid?", f"{said('pay')}{_unpaid(facts)}"),
        Entry("How was quality controlled?", said("training", "known", "passing") or NO_CONTROL),
        Entry("What was left out?", said("excluded", "left_out") or "Nothing."),
        Entry("How well do they agree?", said("figure", "intervals") or "No judgments yet."),
        Entry("Was it reviewed by an ethics board?", YOURS),
        Entry("What should it not be used for?", YOURS),
        Entry("Which file is it?", said("software")),
        Entry("Who maintains it, and under which licence?", YOURS),
    ]


def _origin(dataset: Dataset) -> str:
    return f"Their licence: {dataset.licence}." if dataset.licence else YOURS


def _unpaid(facts: Facts) -> str:
    unpaid = facts.money.owed
    if unpaid <= 0:
        return ""
    return f" Of this, {facts.campaign.currency} {written(unpaid)} has not been paid yet."
