"""Copy as much of a campaign as one participant sees, into a separate project.

The copy shares no row with the campaign but the users: it has its own items, HITs, gold answers,
pictures and suggestions. So nothing that happens in it can affect the campaign."""

from dataclasses import dataclass
from typing import Any

from django.db import connection

from annotation.models import (
    HIT,
    AnnotationSet,
    Campaign,
    Dataset,
    Item,
    PreAnnotation,
    Project,
    User,
)
from annotation.models.people_terms import LinkTrust
from annotation.schemes import scheme_of
from annotation.schemes.mixins import ServedByDocument
from annotation.services.campaigns.budget import hits_of
from annotation.services.campaigns.campaigns import EDITABLE, launch_campaign
from annotation.services.campaigns.hits import IN_ORDER
from annotation.services.campaigns.terms import known_items, shown_items

# Maximum number of tasks copied, also if no number of tasks completes a place.
MAX_TASKS = 100
WITHOUT_PLACE = 20
# Additional tasks, for participants who continue after the place.
EXTRA_TASKS = 5
# Apps have pictures, a few of which make a megabyte.
MAX_APPS = 25
MAX_SHOWN = 100
MAX_BYTES = 8_000_000
MAX_NAME_LENGTH = 120
# Terms that separate real participants, or that wait for a time or for another person, do not apply
# to the researcher.
DRY_RUN_TERMS: dict[str, object] = {
    "link_trust": LinkTrust.CODE,
    "platform_study": "",
    "screened": False,
    "offered": False,
    "qualifications": {},
    "most_project_hits": None,
    "pilot_pauses": False,
    "opens_at": None,
    "closes_at": None,
    "approve_after_days": None,
}

FIRST_TASKS = f"""
WITH first AS (
    SELECT item.id, item.document_id, row_number() OVER (ORDER BY {IN_ORDER}) AS number
    FROM annotation_item item
    LEFT JOIN annotation_item document ON %(by_document)s AND document.id = item.document_id
    WHERE item.dataset_id = %(dataset)s AND NOT item.id = ANY(%(others)s::bigint[])
      AND (%(fewest)s::integer IS NULL OR item.length BETWEEN %(fewest)s AND %(longest)s)
    ORDER BY number LIMIT %(most)s
), measured AS (
    SELECT first.id, number,
           sum(octet_length(item.content::text)
               + octet_length(coalesce(document.content::text, ''))) OVER (ORDER BY number) AS bytes
    FROM first
    JOIN annotation_item item ON item.id = first.id
    LEFT JOIN annotation_item document ON document.id = first.document_id
)
SELECT id FROM measured WHERE number = 1 OR bytes <= %(bytes)s ORDER BY number
"""  # noqa: S608 - put together of constants
COPY_ITEMS = """
INSERT INTO annotation_item (dataset_id, position, text, content, document_id)
SELECT %(into)s, item.position, item.text, item.content, kept.id
FROM annotation_item item
LEFT JOIN annotation_item document ON document.id = item.document_id
LEFT JOIN annotation_item kept
    ON kept.dataset_id = %(documents)s AND kept.position = document.position
WHERE item.id = ANY(%(items)s::bigint[]) ORDER BY item.id
"""
COPY_ANSWERS = """
INSERT INTO annotation_knownanswer (campaign_id, item_id, vector, written, why, use, source)
SELECT %(copy)s, kept.id, answer.vector, answer.written, answer.why, answer.use, answer.source
FROM annotation_knownanswer answer
JOIN annotation_item item ON item.id = answer.item_id
JOIN annotation_item kept ON kept.dataset_id = %(into)s AND kept.position = item.position
WHERE answer.campaign_id = %(campaign)s AND answer.removed_at IS NULL
  AND answer.item_id = ANY(%(items)s::bigint[])
"""
COPY_PICTURES = """
INSERT INTO annotation_picture (project_id, sha256, body, media_type, width, height)
SELECT %(project)s, picture.sha256, picture.body, picture.media_type, picture.width, picture.height
FROM annotation_picture picture JOIN annotation_dataset dataset ON dataset.id = %(from)s
WHERE picture.project_id = dataset.project_id
  AND (EXISTS (SELECT FROM annotation_shownpicture
               WHERE picture_id = picture.id AND campaign_id = %(campaign)s)
       OR picture.sha256 IN (
           SELECT shown ->> 'sha256' FROM annotation_item item,
           LATERAL jsonb_path_query(item.content, 'lax $.pictures[*]') shown
           WHERE item.dataset_id = %(into)s AND dataset.kind = 'apps'))
"""
SHOW_PICTURES = """
INSERT INTO annotation_shownpicture (campaign_id, picture_id, name)
SELECT %(copy)s, kept.id, shown.name
FROM annotation_shownpicture shown
JOIN annotation_picture picture ON picture.id = shown.picture_id
JOIN annotation_picture kept
    ON kept.project_id = %(project)s AND kept.sha256 = picture.sha256
WHERE shown.campaign_id = %(campaign)s
"""
COPY_ANNOTATIONS = """
INSERT INTO annotation_annotation (set_id, item_id, annotator, payload, vector)
SELECT %(set)s, kept.id, given.annotator, given.payload, given.vector
FROM annotation_annotation given
JOIN annotation_item item ON item.id = given.item_id
JOIN annotation_item kept ON kept.dataset_id = %(into)s AND kept.position = item.position
WHERE given.set_id = %(from)s AND given.annotator = %(annotator)s
  AND given.item_id = ANY(%(items)s::bigint[])
"""


@dataclass(frozen=True)
class Chosen:
    """The items of a campaign to copy: tasks in order, items with a gold answer, and items whose
    answers workers see before their first task."""

    tasks: list[int]
    known: list[int]
    shown: list[int]

    @property
    def all(self) -> list[int]:
        return [*self.tasks, *self.known, *self.shown]

    @property
    def answered(self) -> list[int]:
        return [*self.known, *self.shown]


def copy_campaign(campaign: Campaign, user: User) -> Campaign:
    """Create a live copy of a campaign in a new project without members."""
    chosen = _choose(campaign)
    project = Project.objects.create(name=f"Dry run of {campaign.name}"[:MAX_NAME_LENGTH])
    dataset = _copy_dataset(campaign.dataset, project, chosen.all)
    terms = {term: getattr(campaign, term) for term in EDITABLE} | DRY_RUN_TERMS
    copy = Campaign.objects.create(
        dataset=dataset,
        scheme=campaign.scheme,
        seed=campaign.seed,
        is_dry_run=True,
        dry_run_of=campaign,
        created_by=user,
        **terms,
    )
    of_both = {"campaign": campaign.pk, "copy": copy.pk, "into": dataset.pk}
    _run(COPY_ANSWERS, **of_both, items=chosen.answered)
    _run(COPY_PICTURES, **of_both, **{"from": campaign.dataset_id}, project=project.pk)
    _run(SHOW_PICTURES, **of_both, project=project.pk)
    _copy_suggestions(campaign, copy, chosen.tasks)
    launched = launch_campaign(campaign=copy, user=None, accept_unmatched_gold=True)
    # Pages show the campaign's number of tasks, not the number copied.
    counts = {"hit_count": hits_of(campaign), "known_count": campaign.known_count}
    Campaign.objects.filter(pk=launched.pk).update(**counts)
    launched.refresh_from_db()
    return launched


def _choose(campaign: Campaign) -> Chosen:
    place = WITHOUT_PLACE if campaign.place_minutes is None else MAX_TASKS
    limit = MAX_APPS if campaign.dataset.kind == Dataset.Kind.APPS else MAX_TASKS
    most = min((campaign.place_hits or place) + EXTRA_TASKS, limit)
    shown, known = shown_items(campaign), _known(campaign)
    scheme = scheme_of(campaign)
    fewest, longest = scheme.lengths or (None, None)
    found = _run(
        FIRST_TASKS,
        dataset=campaign.dataset_id,
        seed=str(campaign.seed),
        by_document=isinstance(scheme, ServedByDocument),
        others=[*known, *shown],
        fewest=fewest,
        longest=longest,
        most=most,
        bytes=MAX_BYTES,
    )
    return Chosen(found, known[: campaign.training_hits + most], shown[:MAX_SHOWN])


def _known(campaign: Campaign) -> list[int]:
    """Return the items used as checks with gold answers, or those that would be after a launch
    now."""
    if campaign.status == Campaign.Status.DRAFT:
        return known_items(campaign)
    gold = HIT.objects.filter(campaign=campaign, known=True).order_by("position")
    return list(gold.values_list("item", flat=True))


def _copy_dataset(dataset: Dataset, project: Project, items: list[int]) -> Dataset:
    """Copy some items, and the documents that they refer to, which are in another dataset."""
    documents = Item.objects.filter(questions__in=items).distinct()
    document = documents.select_related("dataset__project").first()
    documents_copy = None
    if document is not None:
        keys = list(documents.values_list("pk", flat=True))
        documents_copy = _copy_dataset(document.dataset, project, keys)
    details = dataset.details | ({} if documents_copy is None else {"documents": documents_copy.pk})
    copy = Dataset.objects.create(
        project=project, name=dataset.name, kind=dataset.kind, details=details
    )
    _run(
        COPY_ITEMS,
        into=copy.pk,
        documents=documents_copy.pk if documents_copy else None,
        items=items,
    )
    copy.item_count = copy.items.count()
    copy.save(update_fields=["item_count"])
    return copy


def _copy_suggestions(campaign: Campaign, copy: Campaign, items: list[int]) -> None:
    """Copy the suggestions, if the campaign has any."""
    chosen = PreAnnotation.objects.select_related("set").filter(campaign=campaign).first()
    if chosen is None or chosen.set is None:
        return
    own = chosen.set
    set_copy = AnnotationSet.objects.create(
        dataset=copy.dataset,
        name=own.name,
        scheme=own.scheme,
        settings=own.settings,
        made_by=own.made_by,
        facts=own.facts,
        named=own.named,
        filename=own.filename,
        digest=own.digest,
    )
    _run(
        COPY_ANNOTATIONS,
        **{"set": set_copy.pk, "from": own.pk, "annotator": chosen.annotator},
        into=copy.dataset_id,
        items=items,
    )
    if set_copy.annotations.exists():
        PreAnnotation.objects.create(
            campaign=copy, set=set_copy, annotator=chosen.annotator, tenths=chosen.tenths
        )


def _run(statement: str, **values: Any) -> list[int]:
    """Execute a statement; return the keys that it selects."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [key for (key,) in cursor.fetchall()] if cursor.description else []
