"""The questions of an elicitation as a file."""

import orjson

from annotation.models import Campaign, Enrolment, Judgment
from annotation.schemes.question.vector import questions_of


def questions_jsonl(campaign: Campaign) -> bytes:
    """App by app in the dataset's order, of each in the order of its judgments. Workers are
    numbers that stay."""
    enrolments = Enrolment.objects.filter(campaign=campaign).order_by("pk")
    numbers = {pk: n for n, pk in enumerate(enrolments.values_list("pk", flat=True), 1)}
    judgments = (
        Judgment.objects.counting()
        .filter(campaign=campaign)
        .order_by("hit__item__position", "pk")
        .values_list("hit__item__text", "vector", "payload", "assignment__enrolment_id")
    )
    lines = []
    for app, vector, payload, enrolment in judgments:
        questions = questions_of(vector)
        hints = payload.get("hints") or [[]] * len(questions)
        for question, given in zip(questions, hints, strict=True):
            line = {"app": app, "question": question, "worker": numbers[enrolment], "hints": given}
            lines.append(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
    return b"".join(lines)
