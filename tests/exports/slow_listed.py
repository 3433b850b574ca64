"""Files of questions and versions built all at once: the streamed ones must equal them."""

import orjson

from annotation.models import Campaign, Judgment
from annotation.services.datasets.collection import sites_of
from midpath.schemes.question.vector import questions_of


def questions_jsonl(campaign: Campaign) -> bytes:
    judgments = (
        Judgment.objects.counting()
        .filter(campaign=campaign)
        .order_by("hit__item__position", "pk")
        .select_related("hit__item", "assignment__enrolment__worker")
    )
    lines = []
    for judgment in judgments:
        questions = questions_of(judgment.vector)
        hints = judgment.payload.get("hints") or [[]] * len(questions)
        worker = judgment.assignment.enrolment.worker.number
        lines += [
            {"app": judgment.hit.item.text, "question": one, "worker": worker, "hints": given}
            for one, given in zip(questions, hints, strict=True)
        ]
    return b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines)


def versions_jsonl(campaign: Campaign) -> bytes:
    fields = ("url", "updated_on", "text", "subtitles")
    lines = (
        {
            "site": site.name,
            "worker": version.worker.number,
            **{name: version.payload[name] for name in fields},
        }
        for site in sites_of(campaign)
        for version in site.versions
    )
    return b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines)
