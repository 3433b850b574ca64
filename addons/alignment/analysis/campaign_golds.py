"""The golds of a dataset of documents: votes in its sections, and campaigns."""

from collections.abc import Collection, Iterator

from analysis.reading.documents import documents_in
from analysis.reading.evidence_material import EvidenceMaterial
from analysis.reading.pair_material import PairMaterial
from analysis.reading.snapshot import snapshot
from annotation.models import AgreementState, Campaign, Dataset
from midpath.alignment.golds import (
    Golds,
    Judged,
    gold_of_evidence,
    gold_of_pairs,
)
from midpath.alignment.places import Named, Places
from midpath.exchange.evidence.common_form import Evidence
from midpath.exchange.segments import Level


def golds_of(
    dataset: Dataset, level: Level, *, least: int = 1, without: Collection[str] = ()
) -> Golds:
    """Return the golds of a dataset: votes first, then campaigns of pairs and of evidence, oldest
    first.

    All is read in one snapshot, from the judgments that count then.
    """
    with snapshot():
        documents = list(documents_in(dataset))
        places = Places(documents, level)
        found = Golds()
        found.add_votes(documents, level, least, without)
        for campaign in _campaigns_of_pairs(dataset):
            _add_pairs(found, campaign, places)
        for campaign in _campaigns_of_evidence(dataset, documents):
            _add_evidence(found, campaign, places)
    return found


def _campaigns_of_pairs(dataset: Dataset) -> Iterator[Campaign]:
    campaigns = Campaign.objects.launched().select_related("dataset")
    found = campaigns.filter(
        scheme="pair",
        dataset__project=dataset.project_id,
        dataset__details__drawn_from=dataset.pk,
    )
    return found.order_by("pk").iterator()


def _campaigns_of_evidence(dataset: Dataset, documents: list[Named]) -> Iterator[Campaign]:
    """Yield the project's campaigns whose documents have the names of these."""
    names = {name for _, name, _ in documents}
    campaigns = Campaign.objects.launched().select_related("dataset")
    for campaign in campaigns.filter(
        scheme="evidence", dataset__project=dataset.project_id
    ).order_by("pk"):
        source = Dataset.objects.get(pk=campaign.dataset.details["documents"])
        if source.pk == dataset.pk or names & set(source.items.values_list("text", flat=True)):
            yield campaign


def _add_pairs(found: Golds, campaign: Campaign, places: Places) -> None:
    level = campaign.dataset.details.get("level")
    if level != places.level:
        found.notes.append(f"{campaign.name}: its pairs are of {level}, not of {places.level}.")
        return
    material = PairMaterial(campaign)
    by_name = {item.name: (pk, item.content) for pk, item in material.items.items()}
    judged = {
        name: Judged(pair, by_name[name][1], by_name[name][0])
        for name, pair in material.counting().items()
    }
    gold = gold_of_pairs(
        f"pairs-{campaign.pk}",
        campaign.name,
        judged,
        material.yes,
        places,
        version=version_of(campaign),
        unjudged=len(material.items) - len(judged),
    )
    found.add(gold)


def _add_evidence(found: Golds, campaign: Campaign, places: Places) -> None:
    evidence: Evidence = EvidenceMaterial(campaign).counting()
    gold = gold_of_evidence(
        f"evidence-{campaign.pk}", campaign.name, evidence, places, version_of(campaign)
    )
    found.add(gold)


def version_of(campaign: Campaign) -> int | None:
    states = AgreementState.objects.filter(campaign=campaign)
    return states.values_list("version", flat=True).first()
