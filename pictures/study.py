"""The demo's study, with additions that the demo itself lacks: experts, policies, a draft."""

import csv
import hashlib
import io
import uuid
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from analysis.simulation.simulation import Simulation
from annotation.management.feeding import Pace, Progress
from annotation.models import (
    HIT,
    AnnotationSet,
    Campaign,
    Dataset,
    DatasetUpload,
    Enrolment,
    Heartbeat,
    Item,
    Project,
    Snapshot,
    User,
    Worker,
)
from annotation.services.accounts.hints import dismiss_hint
from annotation.services.campaigns.campaigns import create_campaign, launch_campaign
from annotation.services.datasets.datasets import import_dataset, store_upload
from annotation.services.people.join import join_campaign
from annotation.services.sets.reference_sets import hold_set
from annotation.services.sets.sets import AnnotationFile, Provenance, upload_set
from annotation.services.snapshots.snapshots import ask_for_snapshot
from annotation.services.work.claim import claim_hit
from annotation.services.work.submit import submit_judgment
from tasks.fold import fold_all
from tasks.management.demo.places import USERNAME
from tasks.management.demo.texts import demo_texts, true_segments
from tasks.reconcile import reconcile_campaign
from tasks.reference_sets import make_reference_set
from tasks.reports import make_reports
from tasks.run_job import run_job

SEED = 11
FILE = b"text,source\n" + b"\n".join(
    f"{text},web".encode()
    for text in ("best pizza in town", "winter tires for small cars", "apply first aid course")
)
SITES = b"site,category\nshop.example,Shops\nnews.example,News\nmaps.example,Travel\n"
POLICY = (
    "Privacy at {site}\n\nCookies\nWe use cookies to keep you signed in.\n\n"
    "{more}Your choices\nYou can refuse them in your browser.\n"
)
MORE = "Sharing\nWe share nothing with advertisers.\n\n"


@dataclass(frozen=True)
class Pictured:
    """All numbers that a picture's URL may need."""

    user: User
    project: Project
    campaigns: dict[str, Campaign]
    draft: Campaign
    farm: Campaign
    set: AnnotationSet
    snapshot: Snapshot
    upload: DatasetUpload
    app: Item
    hit: HIT
    enrolment: Enrolment

    def session(self) -> str:
        client = Client()
        client.force_login(self.user)
        return client.cookies["sessionid"].value


def make_study() -> Pictured:
    call_command("load_demo", stdout=None)
    user = User.objects.get(username=USERNAME)
    for hint in User.Hint.values:
        dismiss_hint(user=user, hint=hint)
    project = Project.objects.visible_to(user).get()
    campaigns = {one.scheme: one for one in Campaign.objects.filter(dataset__project=project)}
    campaigns["document"] = _collected(project, user)
    experts = _judged_by_experts(project, user)
    farm = _with_a_farm(experts["flat"].dataset, user)
    for campaign in (*campaigns.values(), *experts.values(), farm):
        fold_all(campaign.pk)
        make_reports(campaign.pk)
        reconcile_campaign(campaign.pk)
    snapshot = ask_for_snapshot(
        campaign=campaigns["flat"], user=user, files=["gold"], note="Table 2 of the paper"
    )
    run_job("snapshot", snapshot.pk)
    snapshot.refresh_from_db()
    # No fold runs here, and pages should not warn about that.
    alive = timezone.now() + timedelta(hours=1)
    Heartbeat.objects.update_or_create(name="sweep", defaults={"beat_at": alive})
    annotations = _model_annotations(campaigns["flat"].dataset, user)
    make_reference_set(hold_set(campaign=campaigns["flat"], own=annotations, user=user).pk)
    return Pictured(
        user=user,
        project=project,
        campaigns=campaigns,
        draft=create_campaign(
            dataset=campaigns["pair"].dataset,
            scheme="pair",
            user=user,
            name="Pairs, second round",
            redundancy=5,
        ),
        farm=farm,
        set=annotations,
        snapshot=snapshot,
        upload=store_upload(
            project=project, user=user, name="New queries", filename="queries.csv", body=FILE
        ),
        app=Item.objects.filter(dataset=campaigns["question"].dataset)[0],
        hit=_disputed(campaigns["nested"]),
        enrolment=Enrolment.objects.filter(campaign=campaigns["flat"])[0],
    )


def _disputed(campaign: Campaign) -> HIT:
    summaries = campaign.summaries.filter(judgments__gte=3)
    return HIT.objects.get(pk=summaries.order_by("-disagreement")[0].hit_id)


def _judged_by_experts(project: Project, user: User) -> dict[str, Campaign]:
    """Return campaigns on a copy of the texts, so that the crowd's dashboards do not change."""
    dataset = import_dataset(
        project=project,
        user=user,
        name="Queries, for experts",
        filename=demo_texts.path.name,
        body=demo_texts.path.read_bytes(),
    )
    made = {}
    for scheme in ("flat", "nested"):
        draft = create_campaign(
            dataset=dataset, scheme=scheme, user=user, name=f"Experts, {scheme}", redundancy=3
        )
        made[scheme] = launch_campaign(campaign=draft, user=user)
        meant = partial(true_segments, campaign=made[scheme])
        Simulation(made[scheme], SEED, Pace(None), Progress(150), meant).run(3, 150)
    return made


def _with_a_farm(dataset: Dataset, user: User) -> Campaign:
    """Return a campaign of eight simulated workers and three accounts that share one rule: a hash
    of the text determines the cuts."""
    draft = create_campaign(
        dataset=dataset, scheme="flat", user=user, name="Queries, with a farm", redundancy=11
    )
    campaign = launch_campaign(campaign=draft, user=user)
    meant = partial(true_segments, campaign=campaign)
    judgments = 8 * campaign.hit_count
    Simulation(campaign, SEED, Pace(None), Progress(judgments), meant).run(8, judgments)
    for number in range(3):
        enrolment = join_campaign(
            campaign=campaign, source=Worker.Source.SIMULATED, external_id=f"farm-{number}"
        )
        for _ in range(campaign.hit_count):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            item = assignment.hit.item
            digest = hashlib.sha256(item.text.encode()).digest()
            cuts = [byte % 2 for byte, _ in zip(digest, item.words[1:], strict=False)]
            submit_judgment(
                enrolment=enrolment,
                assignment_id=assignment.pk,
                submission_id=uuid.uuid5(uuid.NAMESPACE_OID, f"pictured/{assignment.pk}"),
                payload={"boundaries": cuts},
            )
    return campaign


def _model_annotations(dataset: Dataset, user: User) -> AnnotationSet:
    """Return the set of a model that cuts each text with spaces once, in its middle."""
    body = io.StringIO()
    table = csv.writer(body)
    table.writerow(["item", "worker", "annotation"])
    for item in dataset.items.order_by("position"):
        if item.text != " ".join(item.words):
            continue
        half = len(item.words) // 2
        parts = " ".join(item.words[:half]), " ".join(item.words[half:])
        table.writerow([item.text, 1, " | ".join(filter(None, parts))])
    return upload_set(
        dataset=dataset,
        user=user,
        name="A model that cuts in the middle",
        file=AnnotationFile(scheme="flat", filename="middle.csv", body=body.getvalue().encode()),
        provenance=Provenance(
            made_by="model",
            source="Made up for these pages",
            licence="CC0",
            version="1",
            facts={"model": "middle", "features": "the number of words"},
        ),
    )


def _collected(project: Project, user: User) -> Campaign:
    """Return a campaign in which three workers copied the policies of sites, one of them
    incompletely."""
    dataset = import_dataset(
        project=project, user=user, name="Sites, invented", filename="sites.csv", body=SITES
    )
    draft = create_campaign(
        dataset=dataset, scheme="document", user=user, name="Policies of sites", redundancy=4
    )
    campaign = launch_campaign(campaign=draft, user=user)
    for number in range(3):
        enrolment = join_campaign(
            campaign=campaign, source=Worker.Source.SIMULATED, external_id=f"copied-{number}"
        )
        for _ in range(campaign.hit_count):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            site = assignment.hit.item.text
            submit_judgment(
                enrolment=enrolment,
                assignment_id=assignment.pk,
                submission_id=uuid.uuid5(uuid.NAMESPACE_OID, f"pictured/{assignment.pk}"),
                payload={
                    "url": f"https://{site}/privacy",
                    "updated_on": {"text": "Updated May 3, 2014", "date": "2014-05-03"},
                    "text": POLICY.format(site=site, more=MORE if number else ""),
                    "subtitles": ["Cookies", "Your choices"],
                },
            )
    return campaign
