"""Large campaigns made in SQL, with workers and judgments as the services leave them in a month."""

from uuid import uuid4

from django.db import connection

from annotation.models import (
    Assignment,
    Campaign,
    Dataset,
    Enrolment,
    Membership,
    Project,
    User,
    Worker,
)
from annotation.services.campaigns.campaigns import create_campaign, launch_campaign
from annotation.services.people.join import join_campaign

WORDS = 6
REDUNDANCY = 10
TABLES = "annotation_hit, annotation_assignment, annotation_enrolment, annotation_judgment"

MAKE_ITEMS = """
INSERT INTO annotation_item (dataset_id, position, text, content)
SELECT %(dataset)s, n, 'one of so many texts ' || n, jsonb_build_object('tokens',
       string_to_array('one of so many texts ' || n, ' '))
FROM generate_series(1, %(hits)s) n
"""
MAKE_PAIRS = """
INSERT INTO annotation_item (dataset_id, position, text, content)
SELECT %(dataset)s, n, 'pair ' || n, jsonb_build_object(
       'left', jsonb_build_object('text', 'one of so many texts ' || n),
       'right', jsonb_build_object('text', 'another of so many texts ' || n))
FROM generate_series(1, %(hits)s) n
"""
MAKE_ASSIGNMENTS = """
INSERT INTO annotation_assignment (hit_id, enrolment_id, status, claimed_at, expires_at, ended_at)
SELECT hit.id, %(enrolment)s, 'submitted', ended_at - interval '30 seconds', ended_at, ended_at
FROM annotation_hit hit, LATERAL (
    SELECT now() - interval '30 days' * (1 - hit.position / (%(done)s + 1)::float8) AS ended_at
) AS course
WHERE hit.campaign_id = %(campaign)s AND hit.position <= %(done)s
"""
MAKE_JUDGMENTS = """
INSERT INTO annotation_judgment (assignment_id, campaign_id, hit_id, submission_id, payload,
    vector, late, took_slot, review, counts, folded, submitted_at, active_ms)
SELECT assignment.id, hit.campaign_id, hit.id, gen_random_uuid(), '{{}}',
       {vector},
       false, true, '', true, false, assignment.ended_at, 5000 + 20000 * random()
FROM annotation_assignment assignment JOIN annotation_hit hit ON hit.id = assignment.hit_id
WHERE assignment.enrolment_id = %(enrolment)s
"""

# Segmentations: a cut or none at each boundary; labels and pairs: most give the one of the item's
# number; spans: one span of one or two words.
VECTORS = {
    "flat": """(SELECT array_agg((random() < 0.5)::integer)
        FROM generate_series(1, %(boundaries)s + 0 * assignment.id))""",
    "label": """ARRAY[(CASE WHEN random() < 0.6 THEN hit.position %% 3
        ELSE floor(random() * 3) END)::integer]""",
    "pair": """ARRAY[(CASE WHEN random() < 0.7 THEN hit.position %% 2
        ELSE floor(random() * 2) END)::integer]""",
    "spans": """(SELECT ARRAY[%(boundaries)s + 1, at, at + 1 + (random() < 0.5)::integer, 0]
        FROM (SELECT floor(4 * random() + 0 * assignment.id)::integer AS at) AS place)""",
}


def make_campaign(hits: int, scheme: str = "flat") -> Campaign:
    project = Project.objects.create(name=f"{hits:,} HITs")
    pairs = scheme == "pair"
    kind = Dataset.Kind.PAIRS if pairs else Dataset.Kind.TEXTS
    dataset = Dataset.objects.create(project=project, name="texts", kind=kind, item_count=hits)
    with connection.cursor() as cursor:
        cursor.execute(MAKE_PAIRS if pairs else MAKE_ITEMS, {"dataset": dataset.pk, "hits": hits})
    campaign = create_campaign(
        dataset=dataset,
        scheme=scheme,
        user=None,
        name=scheme,
        redundancy=REDUNDANCY,
        claims_per_minute=None,
        claims_per_address=None,
    )
    return launch_campaign(campaign=campaign, user=None)


def enrol(campaign: Campaign, name: str, *, done: int = 0) -> Enrolment:
    """Create a worker who has submitted the first HITs of the order."""
    enrolment = join_campaign(campaign=campaign, source=Worker.Source.SIMULATED, external_id=name)
    if done:
        key = {"enrolment": enrolment.pk, "campaign": campaign.pk, "done": done}
        with connection.cursor() as cursor:
            cursor.execute(MAKE_ASSIGNMENTS, key)
        campaign.hits.filter(position__lte=done).update(
            taken=Assignment.objects.filter(hit__campaign=campaign).count() // done
        )
        Enrolment.objects.filter(pk=enrolment.pk).update(position_reached=done, submitted=done)
    return enrolment


def judge(enrolment: Enrolment) -> None:
    """Create random judgments, not yet folded, for all of the worker's submitted HITs."""
    query = MAKE_JUDGMENTS.format(vector=VECTORS[enrolment.campaign.scheme])
    with connection.cursor() as cursor:
        cursor.execute(query, {"enrolment": enrolment.pk, "boundaries": WORDS - 1})


def make_owner(project: Project) -> User:
    user = User.objects.create_user(f"owner {uuid4().hex[:8]}")
    Membership.objects.create(project=project, user=user, role=Membership.Role.OWNER)
    return user


def tidy_up() -> None:
    """Vacuum and analyse, as autovacuum would have done by then."""
    with connection.cursor() as cursor:
        # Autovacuum may be at it, and gives way only after a second.
        cursor.execute("SET lock_timeout = 0")
        cursor.execute(f"VACUUM ANALYZE {TABLES}")
        cursor.execute("RESET lock_timeout")
