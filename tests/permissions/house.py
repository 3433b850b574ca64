"""A study against which every address of the table is requested, by a client for each kind of
caller."""

from collections.abc import Mapping
from copy import copy
from itertools import product
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse

from annotation.capabilities import BLINDABLE
from annotation.models import AuditEvent, Judgment, PaymentBatch, SetImport, Worker
from annotation.models.audit import REFUSED_ACCESS
from annotation.services.accounts.invitations import invite_by_link
from annotation.services.accounts.members import add_member
from annotation.services.accounts.tokens import issue_token
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.campaigns.gold_answers import keep_answer
from annotation.services.datasets.datasets import store_upload
from annotation.services.datasets.pictures import add_pictures
from annotation.services.datasets.word_lists import set_word_list
from annotation.services.decisions.decide import decide
from annotation.services.items.filters import ItemFilter
from annotation.services.items.saved_filters import save_filter
from annotation.services.jobs.set_imports import ask_for_set_import
from annotation.services.sets.reference_sets import hold_set
from annotation.services.sets.sets import AnnotationFile
from annotation.services.snapshots.publishing import publish_snapshot
from annotation.services.work.choosing import Chosen
from annotation.services.work.claim import claim_hit
from annotation.services.work.reviews import review_judgments
from tasks.decision_reports import make_decided
from tasks.fold import fold_all
from tasks.reference_sets import make_reference_set
from tests.api.studies import Study
from tests.helpers.addons import charts_of_addons, made_of_addons
from tests.helpers.apps import make_apps, picture_bytes
from tests.helpers.documents import make_documents
from tests.helpers.factories import enrol, join_form, judge_next, make_campaign, make_user
from tests.helpers.imports import refused_import
from tests.helpers.pages import signed_in
from tests.helpers.sets import annotations_file, finish_import, make_set
from tests.helpers.stored_snapshots import stored_snapshot

CHART = {
    "research:lab_csv": "segments",
    "research:crowd_csv": "answers",
    "research:planner_csv": "fixed",
}


class House:
    """A study with a judgment and an open HIT, and one client for each kind of caller."""

    def __init__(self, study: Study, other: Study) -> None:
        self.study = study
        campaign, worker = study.campaign, study.enrolment.worker
        self.member = make_user()
        add_member(project=study.project, by=study.owner, username=self.member.username)
        judge_next(study.enrolment)
        self.assignment = claim_hit(enrolment_id=study.enrolment.pk)
        other_worker = enrol(campaign).worker
        self.token, _ = issue_token(project=study.project, user=self.member, name="hers")
        self.invitation, self.invited = invite_by_link(
            project=study.project, by=study.owner, role="manager"
        )
        self.upload = store_upload(
            project=study.project,
            user=self.member,
            name="Uploaded",
            filename="texts.txt",
            body=b"a b\nc d\n",
        )
        fold_all(campaign.pk)
        self.set = make_set(campaign.dataset, "flat", annotations_file(campaign.dataset))
        self.set_import = self._refused_import()
        self.dataset_import = refused_import(study.project, self.member)
        make_reference_set(hold_set(campaign=campaign, own=self.set, user=self.member).pk)
        self.filter = save_filter(
            campaign=campaign, user=self.member, name="Ties", wanted=ItemFilter(tie=True)
        )
        self.app = add_pictures(
            item=make_apps(study.project).items.get(), user=self.member, bodies=[picture_bytes()]
        )
        self.documents = make_documents(study.project)
        self.of_addons = made_of_addons(study.project, study.owner)
        set_word_list(project=study.project, user=self.member, language="en", words=["of"])
        rejected = judge_next(enrol(campaign))
        self.act = review_judgments(
            campaign=campaign,
            user=self.member,
            review="rejected",
            reason="in haste",
            chosen=Chosen(judgments=(rejected.judgment_id,)),
        )
        self.answer = keep_answer(
            campaign=campaign,
            item=self.assignment.hit.item,
            vector=[0] * (len(self.assignment.hit.item.words) - 1),
            user=self.member,
            source="drawn",
        )
        self.drawn = {"boundaries": [0] * (len(self.assignment.hit.item.words) - 1)}
        self.decision = decide(hit=self.assignment.hit, payload=self.drawn, user=self.member)
        make_decided(campaign.pk)
        self.batch = PaymentBatch.objects.create(campaign=campaign, source="name")
        signed = {"manifest.json": b"{}", "signature.json": b"{}"}
        over = make_campaign(campaign.dataset, name="Over")
        close_campaign(campaign=over, user=study.owner)
        self.snapshot = stored_snapshot(over, gold=b"{}", **signed)
        self.published = publish_snapshot(
            snapshot=stored_snapshot(over, gold=b"{}", **signed),
            user=study.owner,
            authors="Ada Brandt",
        )
        staff = make_user()
        staff.is_staff = staff.is_superuser = True
        staff.save()
        self.clients = {
            "anonymous": Client(),
            "worker": self._worker(worker),
            "other worker": self._worker(other_worker),
            "member": signed_in(self.member),
            "stranger": signed_in(other.owner),
            "staff": signed_in(staff),
            "owner": signed_in(study.owner),
            "manager": signed_in(self.member),
        }
        for role, blind in product(("adjudicator", "viewer", "auditor"), (False, True)):
            if not blind or role in BLINDABLE:
                name = f"blind {role}" if blind else role
                self.clients[name] = self._member(study, role, blind)

    def _refused_import(self) -> SetImport:
        dataset = self.study.campaign.dataset
        body = annotations_file(dataset) + b"no such text,2,no such | text\n"
        file = AnnotationFile(scheme="flat", filename="a.csv", body=body)
        job = ask_for_set_import(dataset=dataset, user=self.member, name="Refused", file=file)
        return finish_import(job)

    def _member(self, study: Study, role: str, blind: bool) -> Client:
        user = make_user()
        add_member(
            project=study.project, by=study.owner, username=user.username, role=role, blind=blind
        )
        return signed_in(user)

    def _worker(self, worker: Worker) -> Client:
        client = Client()
        code = self.study.campaign.code
        client.post(f"/w/{code}/", join_form(worker))
        joined = client.post(
            f"/api/v1/campaigns/{code}/join",
            {
                "external_id": worker.external_id,
                "sent_by": "link",
                "return_code": worker.return_code,
            },
            content_type="application/json",
        )
        client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {joined.json()['token']}"
        return client

    def address(self, name: str, route: URLPattern) -> str:
        if name == "nowhere":
            return "/api/v0/"
        return reverse(name, kwargs=self.places(name, route))

    def places(self, name: str, route: URLPattern) -> dict[str, Any]:
        """Return the path parameters of an address."""
        known = self.of_addons | {
            "code": self.study.campaign.code,
            "campaign_id": self.study.campaign.pk,
            "dataset_id": self.app.dataset_id
            if name == "research:picture"
            else self.study.campaign.dataset_id,
            "project_id": self.study.project.pk,
            "assignment_id": self.assignment.pk,
            "hit_id": self.assignment.hit_id,
            "enrolment_id": self.study.enrolment.pk,
            "worker": self.study.enrolment.worker.number,
            "judgment_id": Judgment.objects.earliest("pk").pk,
            "act_id": self.act.pk,
            "review": "rejected",
            "answer_id": self.answer.pk,
            "table": "consensus",
            "decision_id": self.decision.pk,
            "task_id": 1,
            "batch_id": self.batch.pk,
            "source": "name",
            "outcome": "paid",
            "step": "leave",
            "kind": "prolific",
            "upload_id": self.upload.pk,
            "set_import_id": self.set_import.pk,
            "dataset_import_id": self.dataset_import.pk,
            "item_id": self.assignment.hit.item_id if name == "api:item_events" else self.app.pk,
            "step_id": 1,
            "side": "in",
            "form": "latex",
            "sha256": self.app.content["pictures"][0]["sha256"],
            "token_id": self.token.pk,
            "token": self.invited,
            "uidb36": "1",
            "key": "none",
            "invitation_id": self.invitation.pk,
            "user_id": self.member.pk,
            "move": "pause",
            "set_id": self.set.pk,
            "snapshot_id": self.snapshot.pk,
            "public_code": self.published.code,
            "filter_id": self.filter.pk,
            "chart": charts_of_addons().get(name) or CHART.get(name, ""),
            "language": "en",
            "name": "gold",
            "page": "start",
            "operation": "extend_campaign",
            "ending": "csv",
            "part": "submitted",
            "hint": "projects",
        }
        return {key: known[key] for key in route.pattern.converters}

    def outcome(self, caller: str, method: str, address: str, body: Mapping[str, Any]) -> str:
        """Return the status of one request that leaves no trace; for a redirect to a login or to a
        campaign's join page, return that word."""
        return self.audited_outcome(caller, method, address, body)[0]

    def audited_outcome(
        self, caller: str, method: str, address: str, body: Mapping[str, Any]
    ) -> tuple[str, bool]:
        """Return the outcome, and whether the audit recorded a refused access."""
        client = self.clients[caller]
        cookies = copy(client.cookies)
        filled = {name: self.filled(value) for name, value in body.items()}
        as_form = method == "POST" and not address.startswith("/api/")
        sent: dict[str, Any] = {"data": filled} if method in {"POST", "PATCH"} else {}
        if sent and not as_form:
            sent["content_type"] = "application/json"
        with transaction.atomic():
            before = _refused_accesses()
            response = getattr(client, method.lower())(address, **sent)
            audited = _refused_accesses() > before
            transaction.set_rollback(True)
        client.cookies = cookies
        return _outcome(response, f"/w/{self.study.campaign.code}/"), audited

    def filled(self, value: object) -> object:
        return value(self) if callable(value) else value


def _refused_accesses() -> int:
    return AuditEvent.objects.filter(verb__in=REFUSED_ACCESS).count()


def _outcome(response: Any, join_page: str) -> str:
    place = response.headers.get("Location", "")
    if response.status_code == 302 and place.startswith("/account/login/"):
        return "login"
    if response.status_code == 302 and place == join_page:
        return "door"
    return str(response.status_code)
