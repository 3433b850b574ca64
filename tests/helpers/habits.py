"""A crowd that reads its texts, and one worker who answers from habit."""

from annotation.models import Campaign, Enrolment
from annotation.services.work.claim import claim_hit
from tests.helpers.factories import submit

TEXTS = 40


def text_of(number: int) -> str:
    """Return seven words, the last of which says where to cut."""
    return f"one two three four five six {number}"


def reads(number: int) -> list[int]:
    return [number >> place & 1 for place in range(6)]


def work(
    campaign: Campaign, enrolments: list[Enrolment], habit: int, honest_first: int = 0
) -> None:
    """Let all judge every text in turn; the worker at that position never cuts after this many
    texts."""
    for turn in range(campaign.hit_count):
        for place, enrolment in enumerate(enrolments):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            number = int(assignment.hit.item.text.split()[-1])
            stopped = place == habit and turn >= honest_first
            answer = [0] * 6 if stopped else reads(number)
            submit(enrolment, assignment, {"boundaries": answer})


def work_with_farm(campaign: Campaign, enrolments: list[Enrolment], readers: int) -> None:
    """Let all judge every text: the first ones with errors of their own, the others by one rule."""
    for _ in range(campaign.hit_count):
        for place, enrolment in enumerate(enrolments):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            number = int(assignment.hit.item.text.split()[-1])
            answer = reads(number) if place < readers else reads(number * 29 % 61)
            if place < readers and (number * 7 + place * 3) % 10 >= 6:
                answer[place] = 1 - answer[place]
            submit(enrolment, assignment, {"boundaries": answer})
