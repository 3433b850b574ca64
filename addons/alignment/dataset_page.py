"""The parts of a dataset's page: samples and alignments of documents; how pairs were sampled."""

from collections.abc import Sequence

from django.db.models.fields.json import KT

from addons.alignment.models import Alignment, PairDraw
from addons.alignment.pages.draws import existing_alignment, found_of
from annotation.addons import PagePart
from annotation.models import Dataset


def parts_of(dataset: Dataset) -> Sequence[PagePart]:
    details = dataset.details
    if dataset.kind == Dataset.Kind.DOCUMENTS and "parts" not in details:
        return [_samples_of(dataset), _alignments_of(dataset)]
    if dataset.kind == Dataset.Kind.PAIRS and "strata" in details:
        number = details.get("disagreeing", {}).get("alignment")
        alignment = existing_alignment(details["drawn_from"], number)
        context = {"found": found_of(details, alignment)}
        return [PagePart("research/draws/of_pairs.html", context)]
    return ()


def _samples_of(dataset: Dataset) -> PagePart:
    over = (PairDraw.Status.KEPT, PairDraw.Status.DISCARDED)
    draws = PairDraw.objects.filter(dataset=dataset).exclude(status__in=over)
    made = Dataset.objects.filter(project=dataset.project, details__drawn_from=dataset.pk)
    context = {
        "draws": list(draws.defer("results", "pairs")),
        "made": list(made.annotate(level=KT("details__level")).defer("details")),
    }
    return PagePart("research/draws/of_documents.html", context, bool(context["draws"]))


def _alignments_of(dataset: Dataset) -> PagePart:
    rows = Alignment.objects.filter(dataset=dataset).defer("results", "grouping")
    alignments = list(rows.exclude(status=Alignment.Status.DISCARDED))
    return PagePart("research/alignments/of_documents.html", {"alignments": alignments})
