"""Every page that a researcher can open, found from the addresses and a filled study, so that a new
page is included automatically or reported as missing."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from html.parser import HTMLParser
from itertools import product

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import reverse

from annotation.models import Campaign, Dataset, DatasetImport, Project, SetImport, User
from annotation.research.campaigns.campaigns import MOVES
from annotation.research.help.library import sources
from annotation.research.results.reviewing import VERBS
from annotation.services.accounts.accounts import set_operator
from annotation.services.accounts.invitations import invite_by_link, invite_by_mail
from annotation.services.accounts.members import add_member
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.datasets.datasets import store_upload
from annotation.services.datasets.word_lists import set_word_list
from annotation.services.decisions.decide import accept_judgment
from annotation.services.items.filters import ItemFilter
from annotation.services.items.saved_filters import save_filter
from annotation.services.jobs.set_imports import ask_for_set_import
from annotation.services.monitoring.dead_letters import record_failure
from annotation.services.pay.batches import make_batch
from annotation.services.pay.ledger import give_bonus
from annotation.services.sets.sets import AnnotationFile
from annotation.services.snapshots.publishing import publish_snapshot
from annotation.services.work.choosing import Chosen
from annotation.services.work.reviews import review_judgments
from pictures.study import make_study
from tasks.management.commands import load_demo
from tasks.management.commands.load_demo import FOLDS, demo_campaigns
from tasks.management.demo.campaign import DemoCampaign
from tests.helpers.addons import made_of_addons
from tests.helpers.factories import enrol, make_campaign, make_user
from tests.helpers.imports import refused_import, requested_import
from tests.helpers.sets import finish_import
from tests.helpers.stored_snapshots import stored_snapshot
from tests.helpers.tiers import by_tier
from tests.permissions.routes import ROUTES
from tests.permissions.rules import NOWHERE
from tests.test_permissions import TABLE

# Possible parameters of a page's address, in groups whose parts belong together.
Known = list[Sequence[Mapping[str, object]]]
WRONG = b"text,source\n,web\nbest pizza,web,extra\n"


def filled_study() -> tuple[User, Known]:
    """Make the study of the docs' pictures; return a user who sees all of it, and the parameters of
    addresses."""
    with pytest.MonkeyPatch.context() as patch:
        fewer = [_judged_less(demo) for demo in demo_campaigns()]
        patch.setattr(load_demo, "demo_campaigns", lambda: fewer)
        patch.setattr(load_demo, "FOLDS", by_tier(quick=2, long=FOLDS))
        study = make_study()
    project, user = study.project, study.user
    colleague = make_user("colleague")
    add_member(project=project, by=user, username=colleague.username)
    set_word_list(project=project, user=user, language="en", words=["of", "the"])
    _, token = invite_by_link(project=project, by=user, role="viewer", most_uses=5)
    invite_by_mail(
        project=project, by=user, role="auditor", email="a@example.org", server="http://localhost"
    )
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    set_operator(user=user, is_operator=True)
    record_failure("tasks.report", [1], ConnectionError("refused"), "0123456789abcdef")
    wrong = store_upload(project=project, user=user, name="Wrong", filename="wrong.csv", body=WRONG)
    closed = Campaign.objects.get(dataset__project=project, name="Experts, flat")
    close_campaign(campaign=closed, user=user)
    review_judgments(
        campaign=study.campaigns["flat"],
        user=user,
        review="rejected",
        reason="in haste",
        chosen=Chosen(hit=study.campaigns["flat"].hits.order_by("position")[0].pk),
    )
    paid = enrol(study.campaigns["flat"])
    give_bonus(enrolment=paid, user=user, amount=Decimal("0.10"), reason="well read")
    make_batch(campaign=study.campaigns["flat"], user=user, source=paid.worker.source)
    for hit in list(study.campaigns["nested"].hits.filter(known=False).order_by("position")[:3]):
        judged = hit.judgments.filter(counts=True).order_by("pk").first()
        if judged is not None:
            accept_judgment(judgment=judged, user=user, note="As in the guidelines.")
    flat = study.campaigns["flat"].dataset
    piloted = make_campaign(flat, name="Piloted", redundancy=2, pilot_items=2, reward="0.05")
    campaigns = [*study.campaigns.values(), study.draft, closed, piloted]
    saved = save_filter(
        campaign=study.campaigns["flat"], user=user, name="Ties", wanted=ItemFilter(tie=True)
    )
    signed = {"manifest.json": b"{}", "signature.json": b"{}"}
    published = publish_snapshot(
        snapshot=stored_snapshot(closed, **signed), user=user, authors="Ada Brandt"
    )
    known: Known = [
        [{"project_id": project.pk, "user_id": colleague.pk, "language": "en"}],
        [{"token": token}],
        [{"uidb36": "1", "key": "none"}],
        [{"dataset_id": pk} for pk in Dataset.objects.values_list("pk", flat=True)],
        [_campaign(campaign) for campaign in campaigns],
        [{"upload_id": upload.pk} for upload in (study.upload, wrong)],
        [{"set_id": study.set.pk}],
        [{"dataset_import_id": job.pk} for job in _large_files(project, user)],
        [{"set_import_id": job.pk} for job in _imports(study.campaigns["flat"].dataset, user)],
        [{"snapshot_id": study.snapshot.pk}],
        [{"public_code": published.code}],
        [made_of_addons(project, user)],
        [{"filter_id": saved.pk}],
        [{"item_id": study.app.pk}],
        [{"move": move} for move in MOVES],
        [{"review": review} for review in VERBS],
        [{"page": page} for page in sources()],
        [{"operation": name} for name in ("claim", "create_dataset", "list_items")],
    ]
    return user, known


def _large_files(project: Project, user: User) -> list[DatasetImport]:
    """One that was refused, and one that waits."""
    return [refused_import(project, user), requested_import(project, user, "one text\n", "Waiting")]


def _imports(dataset: Dataset, user: User) -> list[SetImport]:
    """Add a refused import, and a waiting one."""
    refused, waiting = (
        ask_for_set_import(
            dataset=dataset,
            user=user,
            name=name,
            file=AnnotationFile(scheme="flat", filename=f"{name}.csv", body=body.encode()),
        )
        for name, body in (
            ("Refused", "item,worker,annotation\nno such text,1,no such | text\n"),
            ("Waiting", "item,worker,annotation\nno text,1,no text\n"),
        )
    )
    return [finish_import(refused), waiting]


def _judged_less(demo: DemoCampaign) -> DemoCampaign:
    return replace(demo, judgments=by_tier(quick=demo.judgments // 4, long=demo.judgments))


def _campaign(campaign: Campaign) -> dict[str, object]:
    """Return path parameters of a campaign. A draft has neither HITs nor workers: their ids are
    0."""
    hit = campaign.hits.order_by("position").first()
    enrolment = campaign.enrolments.order_by("pk").first()
    act, batch = campaign.reviews.first(), campaign.batches.first()
    decision = campaign.decisions.first()
    return {
        "campaign_id": campaign.pk,
        "decision_id": decision.pk if decision else 0,
        "hit_id": hit.pk if hit else 0,
        "enrolment_id": enrolment.pk if enrolment else 0,
        "act_id": act.pk if act else 0,
        "batch_id": batch.pk if batch else 0,
    }


class Parts(HTMLParser):
    """A page's kinds of elements, and the length of its longest word."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.kinds: set[tuple[str, str | None]] = set()
        self.longest = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.kinds.add((tag, dict(attrs).get("class")))

    def handle_data(self, data: str) -> None:
        self.longest = max(self.longest, *map(len, data.split()), 0)


def pages(client: Client, known: Known) -> dict[str, list[str]]:
    """Return the addresses of pages by name, and refuse a study without one of them. Of pages with
    the same name and elements, that with the longest word is enough."""
    found: dict[str, dict[frozenset[object], tuple[int, str]]] = defaultdict(dict)
    for name in ROUTES:
        if name.startswith("worker:") or not may_be_page(name):
            continue
        parts = 0
        for address in addresses_of(name, known):
            answer = client.get(address)
            whole = answer.content[:15].lower() == b"<!doctype html>"
            if whole and answer.status_code in {200, 400}:
                made = Parts(answer.content.decode())
                same = found[name].get(kinds := frozenset(made.kinds))
                if same is None or same[0] < made.longest:
                    found[name][kinds] = (made.longest, address)
            parts += answer.status_code in {200, 302} and not whole
        assert name in found or parts, f"the study has no page of {name}: add what it shows"
    return {name: [address for _, address in of.values()] for name, of in found.items()}


def may_be_page(name: str) -> bool:
    """Return whether a person opens this address: not an API, not a file, whose address ends
    without a slash, and not a page that an operator must set up first."""
    apart = name.startswith("api:") or name == "health"
    shown = TABLE[name].statuses.get("GET", NOWHERE) != NOWHERE
    return not apart and shown and str(ROUTES[name].pattern).endswith("/")


def addresses_of(name: str, known: Known) -> Iterator[str]:
    """Return all addresses of a page in the study."""
    needed = set(ROUTES[name].pattern.converters)
    groups = [group for group in known if needed & set(group[0])]
    requested = needed - {key for group in groups for key in group[0]}
    assert not requested, f"{name} needs {requested}: say what it may be"
    for parts in product(*groups):
        values = {key: value for part in parts for key, value in part.items() if key in needed}
        yield reverse(name, kwargs=values)
