"""Recorded segmentations of the papers' release files, planned for a campaign."""

from collections import Counter
from collections.abc import Mapping

from analysis.replaying.replay import CannotReplay, Plan, Recorded
from annotation.models import HIT, Campaign
from annotation.schemes import SEGMENTATIONS
from midpath.exchange.release import BadRelease, Release, read_release_file
from midpath.text.characters import canonical

SECOND = "a second annotation of the text by the same annotator"
TEXT_TWICE = "the file contains the same text twice"


def plan_segmentation_replay(campaign: Campaign, file: str) -> Plan:
    """Plan the annotations of a file in the papers' release format, in the campaign's order."""
    try:
        release = read_release_file(file)
    except BadRelease as error:
        raise CannotReplay(error.message) from error
    plan = Plan()
    scheme = SEGMENTATIONS[campaign.scheme]
    recorded = _by_text(release, plan.left_out)
    hits = HIT.objects.filter(campaign=campaign).select_related("item").order_by("position")
    for hit in hits.iterator():
        before = len(plan.judgments)
        seen: set[str] = set()
        for name, annotation in recorded.pop(canonical(hit.item.text), {}).items():
            if (annotator := canonical(name)) in seen:
                plan.left_out[SECOND] += 1
                continue
            seen.add(annotator)
            try:
                vector = scheme.read(annotation, hit.item.words, campaign.settings)
            except ValueError as error:
                plan.left_out[getattr(error, "reason", str(error))] += 1
            else:
                plan.judgments.append(Recorded(annotator, hit.pk, {"boundaries": list(vector)}))
        plan.fullest = max(plan.fullest, len(plan.judgments) - before)
    return plan.end("text", recorded.values(), skipped=release.skipped)


def _by_text(release: Release, left_out: Counter[str]) -> dict[str, Mapping[str, object]]:
    """Index texts without regard to white space; a dataset contains each once."""
    recorded: dict[str, Mapping[str, object]] = {}
    for text, annotations in release.texts.items():
        if recorded.setdefault(canonical(" ".join(text.split())), annotations) is not annotations:
            left_out[TEXT_TWICE] += len(annotations)
    return recorded
