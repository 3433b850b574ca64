"""The HITs of a campaign, created at its launch."""

from django.db import connection

from annotation.models import Campaign
from annotation.schemes import scheme_of
from annotation.schemes.mixins import ServedByDocument
from annotation.services.campaigns.terms import known_items, shown_items
from annotation.services.errors import Conflict

# The order depends only on the campaign's seed and on positions in the dataset, not on keys. It
# shuffles items, or documents, whose questions stay together.
IN_ORDER = (
    "md5(%(seed)s || ':' || coalesce(document.position, item.position)), document.id, item.position"
)
# Gold HITs come after all others and are outside the order in which workers get HITs. Items whose
# answers workers see before their first task are no HITs, and neither are those left out for the
# scheme.
MAKE_HITS = f"""
WITH made AS (
    INSERT INTO annotation_hit (campaign_id, item_id, position, quota, cap, known, taken)
    SELECT %(campaign)s, item.id,
           row_number() OVER (ORDER BY known, {IN_ORDER}),
           CASE WHEN known THEN 0 ELSE %(quota)s END, CASE WHEN NOT known THEN %(cap)s::integer END,
           known, 0
    FROM annotation_item item
    LEFT JOIN annotation_item document ON %(by_document)s AND document.id = item.document_id,
    LATERAL (SELECT item.id = ANY(%(known)s::bigint[]) AS known) is_it
    WHERE item.dataset_id = %(dataset)s AND NOT item.id = ANY(%(shown)s::bigint[])
      AND (%(fewest)s::integer IS NULL OR item.length BETWEEN %(fewest)s AND %(most)s)
    RETURNING known
)
SELECT count(*) FILTER (WHERE NOT known) FROM made
"""  # noqa: S608 - put together of constants
# Gold answers given by researchers, which replace those of the file.
GIVE_ANSWERS = """
UPDATE annotation_hit hit SET answer_id = answer.id FROM annotation_knownanswer answer
WHERE hit.campaign_id = %(campaign)s AND hit.known AND answer.campaign_id = hit.campaign_id
  AND answer.item_id = hit.item_id AND answer.removed_at IS NULL
"""


def make_hits(campaign: Campaign) -> tuple[int, int]:
    """Create the HITs; return how many have no gold answer and how many have one."""
    known, scheme = known_items(campaign), scheme_of(campaign)
    fewest, most = scheme.lengths or (None, None)
    with connection.cursor() as cursor:
        cursor.execute(
            MAKE_HITS,
            {
                "campaign": campaign.pk,
                "dataset": campaign.dataset_id,
                "seed": str(campaign.seed),
                "quota": campaign.redundancy,
                "cap": campaign.most_judgments,
                "known": known,
                "shown": shown_items(campaign),
                "by_document": isinstance(scheme, ServedByDocument),
                "fewest": fewest,
                "most": most,
            },
        )
        hits = int(cursor.fetchone()[0])
        if known:
            cursor.execute(GIVE_ANSWERS, {"campaign": campaign.pk})
    if not hits and known:
        raise Conflict(
            "Every item has a gold answer, so none are left to judge. Add items without one, or "
            "use no gold answers and no training: then these items are judged like others."
        )
    if not hits:
        raise Conflict("The dataset has no items, so there is nothing to judge.")
    return hits, len(known)
