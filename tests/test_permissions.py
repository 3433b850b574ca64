"""Permissions: every address, every kind of caller, every method.

The table below is the rule. An address that is not in it fails the test, so whoever adds an
address decides here who may use it. Each line holds the statuses for, in this order: a stranger
without account, the worker whose HIT it is, another worker of the campaign, a member of the
project, the owner of another project, and a member of staff who is no member of the project."""

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from pytest_django import DjangoDbBlocker

from annotation.models import Judgment, PaymentBatch, Worker
from annotation.options.draw import DrawOptions
from annotation.options.typology import TypologyOptions
from annotation.services.accounts.projects import add_member
from annotation.services.accounts.tokens import issue_token
from annotation.services.datasets.datasets import store_upload
from annotation.services.datasets.pictures import add_pictures
from annotation.services.datasets.word_lists import set_word_list
from annotation.services.jobs.comparisons import create_comparison
from annotation.services.jobs.draws import ask_for_draw
from annotation.services.jobs.typologies import ask_for_typology
from annotation.services.work.choosing import Chosen
from annotation.services.work.claim import claim_hit
from annotation.services.work.reviews import review_judgments
from tasks.comparisons import make_comparison
from tasks.fold import fold_all
from tasks.run_job import run_job
from tests.api.studies import Study, make_study
from tests.helpers.apps import make_apps, picture_bytes, picture_file
from tests.helpers.asked_alignments import aligned
from tests.helpers.documents import make_documents
from tests.helpers.factories import door_form, enrol, judge_next, make_campaign, make_user

CALLERS = ("anonymous", "worker", "other worker", "member", "stranger", "staff")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

EVERYONE = "200 200 200 200 200 200"
NOWHERE = "404 404 404 404 404 404"


@dataclass(frozen=True)
class Rule:
    """Statuses by method; a method that is not named is not allowed to anybody."""

    statuses: Mapping[str, str]
    body: Mapping[str, Any] = field(default_factory=dict)


def rule(body: Mapping[str, Any] | None = None, **statuses: str) -> Rule:
    return Rule({method.upper(): each for method, each in statuses.items()}, body or {})


PAGE = rule(GET="login login login 200 404 404")
OWN_PAGE = rule(GET="login login login 200 200 200")
OF_OWNERS = rule(GET="login login login 403 404 404")
# The study is of segmentation; tests/research/test_crowd.py has one of pairs.
OF_PAIRS = rule(GET="login login login 404 404 404")
ACT = "login login login 302 404 404"
# And tests/research/test_baselines.py one of evidence.
OF_EVIDENCE = OF_PAIRS
API_READ = rule(GET="401 401 401 200 404 404")
API_ACT = rule(POST="401 401 401 200 404 404")


def _of_owners_act(**body: Any) -> Rule:
    return rule(body, POST="login login login 403 404 404")


def _act(**body: Any) -> Rule:
    return rule(body, POST=ACT)


def _form(**body: Any) -> Rule:
    return rule(body, GET="login login login 200 404 404", POST=ACT)


PAGES = {
    "home": rule(GET="200 200 200 302 302 302"),
    "security_txt": rule(GET=NOWHERE),
    "health": rule(GET="503 503 503 503 503 503"),
    "health_of_web": rule(GET=EVERYONE),
    "login": rule(GET="200 200 200 302 302 302", POST="400 400 400 302 302 302"),
    "logout": rule(POST="302 302 302 302 302 302"),
    "password_change": rule(
        GET="login login login 200 200 200", POST="login login login 400 400 400"
    ),
    "password_change_done": OWN_PAGE,
    "export_gold": PAGE,
    "export_file": PAGE,
    "foreseen_figures": PAGE,
}
RESEARCH = {
    "research:help": rule(GET=EVERYONE),
    "research:help_page": rule(GET=EVERYONE),
    "research:dismiss_hint": rule(POST="login login login 302 302 302"),
    "research:restore_hints": rule(POST="login login login 302 302 302"),
    "research:projects": OWN_PAGE,
    "research:new_project": rule(
        {"name": "New"}, GET="login login login 200 200 200", POST="login login login 302 302 302"
    ),
    "research:project": PAGE,
    "research:campaigns": PAGE,
    "research:datasets": PAGE,
    "research:comparisons": PAGE,
    "research:alignments": PAGE,
    "research:search": PAGE,
    "research:audit": PAGE,
    "research:lab": PAGE,
    "research:lab_csv": PAGE,
    "research:biases": PAGE,
    "research:words": _form(language="en", words="of"),
    "research:typologies": PAGE,
    "research:new_typology": _form(
        language="en", by="entropy", top="50", samples="2", sentences="9", margin="0", seed="1"
    ),
    "research:typology": PAGE,
    "research:typology_progress": PAGE,
    "research:discard_typology": _act(),
    "research:restore_typology": _act(),
    "research:typology_csv": PAGE,
    "research:new_comparison": _form(
        name="New",
        crowd_flat=lambda house: house.comparison.crowd_flat_id,
        gold_flat=lambda house: house.comparison.gold_flat_id,
    ),
    "research:comparison": PAGE,
    "research:live_comparison": PAGE,
    "research:comparison_csv": PAGE,
    "research:rename_comparison": _form(name="New"),
    "research:rename_project": rule(
        {"name": "New"},
        GET="login login login 200 404 404",
        POST="login login login 403 404 404",
    ),
    "research:consent": _form(consent="You may stop at any time."),
    "research:consent_csv": PAGE,
    "research:shown_pictures": rule(
        {"pictures": lambda house: picture_file()},
        GET="login login login 200 404 404",
        POST=ACT,
    ),
    # The study's campaign is launched, so its pictures stay.
    "research:hide_picture": rule({"name": "a.png"}, POST="login login login 409 404 404"),
    "research:rename_dataset": _form(name="New"),
    "research:rename_campaign": _form(name="New"),
    "research:rename_alignment": _form(name="New"),
    "research:rename_draw": _form(name="New"),
    "research:rename_typology": _form(name="New"),
    "research:rename_words": _form(name="pt"),
    # Owners alone may; tests/keeping/ has them. A draft is any member's: test_drafts.py.
    **{
        f"research:{step}_{kind}": rule(
            GET="login login login 403 404 404", POST="login login login 403 404 404"
        )
        for step in ("archive", "delete")
        for kind in ("campaign", "dataset", "project")
    },
    **{
        f"research:{step}_{kind}": rule(POST="login login login 403 404 404")
        for step in ("restore", "undelete")
        for kind in ("campaign", "dataset", "project")
    },
    "research:away": PAGE,
    "research:projects_away": OWN_PAGE,
    "research:delete_comparison": _act(),
    "research:restore_comparison": _act(),
    "research:make_anew": _act(),
    "research:members": rule(
        {"username": "someone", "role": "member"},
        GET="login login login 200 404 404",
        POST="login login login 403 404 404",
    ),
    "research:remove_member": rule(
        GET="login login login 200 404 404", POST="login login login 403 404 404"
    ),
    "research:tokens": rule(
        {"name": "t", "days": "5"},
        GET="login login login 200 404 404",
        POST="login login login 200 404 404",
    ),
    "research:revoke_token": _act(),
    "research:new_dataset": _form(
        name="New", file=lambda house: SimpleUploadedFile("texts.txt", b"a b\n")
    ),
    "research:upload": PAGE,
    "research:import_upload": _act(),
    "research:discard_upload": _act(),
    "research:choose_reading": _act(divide="yes"),
    "research:rows_left_out": PAGE,
    "research:dataset": PAGE,
    "research:new_campaign": _form(
        name="New", scheme="flat", redundancy="2", reward="0", currency="USD", minutes="10"
    ),
    "research:new_cost": PAGE,
    "research:new_instructions": rule(POST="login login login 200 404 404"),
    "research:new_draw": rule(
        GET="login login login 400 404 404", POST="login login login 400 404 404"
    ),
    "research:draw": PAGE,
    "research:draw_progress": PAGE,
    "research:discard_draw": _act(),
    "research:keep_draw": rule(POST="login login login 409 404 404"),
    "research:new_alignment": rule(
        GET="login login login 400 404 404", POST="login login login 400 404 404"
    ),
    "research:alignment": PAGE,
    "research:alignment_progress": PAGE,
    "research:discard_alignment": _act(),
    "research:restore_alignment": _act(),
    "research:groups_jsonl": PAGE,
    "research:alignment_group": PAGE,
    # Nobody has judged pairs of its documents: tests/research/test_alignments.py.
    "research:alignment_crowd": OF_PAIRS,
    "research:alignment_csv": OF_PAIRS,
    "research:app": rule(
        {"pictures": lambda house: picture_file()},
        GET="login login login 200 404 404",
        POST="login login login 302 404 404",
    ),
    "research:describe_picture": _act(alt="A list of notes."),
    "research:remove_picture": _act(),
    "research:picture": PAGE,
    # The study's campaign shows no apps.
    "research:collection": rule(
        GET="login login login 404 404 404", POST="login login login 404 404 404"
    ),
    "research:choose_version": rule(POST="login login login 400 404 404"),
    # And asks nobody for questions: tests/research/test_onward.py.
    "research:ask_evidence": rule(
        GET="login login login 404 404 404", POST="login login login 404 404 404"
    ),
    "research:campaign_picture": rule(GET="login login login 404 404 404"),
    "research:campaign": PAGE,
    "research:live": PAGE,
    "research:history": PAGE,
    "research:edit_campaign": rule(GET=ACT, POST=ACT),
    "research:extend_campaign": _form(redundancy="5"),
    "research:duplicate_campaign": _form(
        name="Copy", dataset=lambda house: house.study.campaign.dataset_id
    ),
    "research:limits": _form(most_workers="50"),
    "research:people": _form(link_trust="code"),
    # Their tests are in tests/attacks/test_signed_links.py and test_screens.py.
    "research:invitations": rule(
        {"ids": "one"}, GET="login login login 403 404 404", POST="login login login 403 404 404"
    ),
    "research:end_links": rule(POST="login login login 403 404 404"),
    "research:waiting_workers": PAGE,
    "research:decide_workers": _act(then="approve"),
    # Their tests are in tests/research/test_prolific.py: owners alone may.
    "research:prolific": OF_OWNERS,
    "research:prolific_progress": OF_OWNERS,
    "research:prolific_messages": rule(
        GET="login login login 403 404 404", POST="login login login 403 404 404"
    ),
    **dict.fromkeys(
        (
            "research:keep_prolific_token",
            "research:forget_prolific_token",
            "research:connect_prolific",
            "research:disconnect_prolific",
            "research:ask_prolific",
            "research:stop_prolific",
            "research:decide_prolific",
            "research:try_prolific_again",
            "research:pay_by_prolific",
        ),
        rule(POST="login login login 403 404 404"),
    ),
    "research:campaign_cost": PAGE,
    "research:export": PAGE,
    "research:baselines": OF_EVIDENCE,
    "research:questions": PAGE,
    "research:question_thread": _form(
        text="Cut before it.", key="3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    ),
    "research:settle_questions": _act(until="1"),
    "research:signals": PAGE,
    "research:signals_csv": PAGE,
    "research:worker_signals": OF_PAIRS,
    "research:worker_signals_csv": OF_PAIRS,
    "research:crowd": OF_PAIRS,
    "research:crowd_csv": OF_PAIRS,
    "research:preview": rule(
        GET="login login login 200 404 404", POST="login login login 403 404 404"
    ),
    "research:items": PAGE,
    "research:item": PAGE,
    "research:review_judgment": _act(review="rejected"),
    "research:judgments": PAGE,
    "research:review_judgments": _form(reason="spam"),
    "research:review": PAGE,
    "research:undo_review": _act(),
    "research:pay": PAGE,
    "research:pay_csv": PAGE,
    "research:pay_terms": _form(budget="9"),
    "research:pay_worker": _form(kind="bonus", amount="0.01", reason="well read"),
    # Their tests are in tests/research/test_pay_pages.py: owners alone may.
    "research:make_payments": _of_owners_act(),
    "research:payments": OF_OWNERS,
    "research:payments_file": OF_OWNERS,
    "research:receipts": OF_OWNERS,
    "research:payments_answer": _of_owners_act(),
    "research:settle_payments": _of_owners_act(),
    "research:project_pay": rule(
        {"least_hourly": "9", "currency": "USD"},
        GET="login login login 200 404 404",
        POST="login login login 403 404 404",
    ),
    "research:workers": PAGE,
    "research:workers_csv": PAGE,
    "research:skips_csv": PAGE,
    # Their tests are in tests/research/test_worker_ids.py: owners alone may.
    "research:worker_ids": OF_OWNERS,
    "research:worker_ids_csv": OF_OWNERS,
    # Likewise in tests/research/test_who_may_join.py.
    "research:who_may_join": rule(
        {"what": "out", "written": ""},
        GET="login login login 403 404 404",
        POST="login login login 403 404 404",
    ),
    "research:listed_ids": OF_OWNERS,
    "research:planner": PAGE,
    "research:planner_csv": rule(GET="login login login 404 404 404"),
    "research:stop_worker": _act(),
    "research:release_lease": _act(),
    "research:release_item": _act(),
    "research:restore_worker": _act(),
    "research:exclude_worker": _form(reason="spam"),
    # Nobody is excluded, and nobody chosen: back to the list.
    "research:include_worker": rule(GET=ACT, POST=ACT),
    "research:exclude_workers": rule({"reason": "spam"}, GET=ACT, POST=ACT),
    "research:include_workers": rule(GET=ACT, POST=ACT),
    "research:move_campaign": _form(),
}
ANSWER = {
    "submission_id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "payload": {"boundaries": [0, 0]},
}
WORKER = {
    # What it shows to whom: tests/worker/test_home.py.
    "worker:home": rule(GET=EVERYONE),
    "worker:own_language": rule({"language": "es"}, POST="302 302 302 302 302 302"),
    "worker:leave_all": rule(POST="302 302 302 302 302 302"),
    "worker:resume": rule(POST="door 302 302 door door door"),
    "worker:join": rule({"name": "Ada"}, GET=EVERYONE, POST="302 302 302 302 302 302"),
    # The study's campaign asks for no consent; tests/worker/test_consent.py has one that does.
    "worker:consent": rule(
        {"answer": "agree", "version": "1"},
        GET="door 302 302 door door door",
        POST="door 302 302 door door door",
    ),
    "worker:quiz": rule(
        {"number": "1"}, GET="door 302 302 door door door", POST="door 409 409 door door door"
    ),
    "worker:declined": rule(GET="door 302 302 door door door"),
    "worker:instructions": rule(
        GET="door 200 200 door door door", POST="door 302 302 door door door"
    ),
    "worker:next": rule(POST="door 302 302 door door door"),
    "worker:hit": rule(GET="door 200 302 door door door"),
    "worker:submit": rule(POST="403 415 415 403 403 403"),
    "worker:return": rule(POST="door 302 404 door door door"),
    "worker:picture": rule(GET=NOWHERE),
    "worker:done": rule(GET="door 200 200 door door door"),
    # Nobody waits here, so the page leads on.
    "worker:waiting": rule(GET="door 302 302 door door door"),
    "worker:still_waiting": rule(GET="door 200 200 door door door"),
    "worker:earnings": rule(GET="door 200 200 door door door"),
    "worker:questions": rule(
        {"text": "Where?"}, GET="door 200 200 door door door", POST="door 302 302 door door door"
    ),
    "worker:read_answers": rule({"until": "1"}, POST="door 302 302 door door door"),
    "worker:language": rule({"language": "es"}, POST="door door door door door door"),
    "worker:kept": rule(GET="door 200 200 door door door"),
    "worker:kept_file": rule(GET="door 200 200 door door door"),
    "worker:withdraw": rule(
        {"scope": "here", "sure": "yes"},
        GET="door 200 200 door door door",
        POST="door 302 302 door door door",
    ),
    # Without the return code nobody is erased; tests/worker/test_leaving.py has it.
    "worker:erase": rule(
        {"return_code": "wrong", "sure": "yes"},
        GET="door 200 200 door door door",
        POST="door 400 400 door door door",
    ),
    "worker:leave": rule(POST="door door door door door door"),
}
API = {
    "api:schema": rule(GET=EVERYONE),
    "api:join": rule({"name": "Ada"}, POST=EVERYONE),
    "api:way_out": rule(GET="401 200 200 401 401 401"),
    "api:claim": rule(POST="401 200 200 401 401 401"),
    "api:submit": rule(ANSWER, POST="401 201 404 401 401 401"),
    "api:return": rule(POST="401 204 404 401 401 401"),
    "api:skip": rule({"later": False}, POST="401 204 404 401 401 401"),
    "api:projects": rule(GET="401 401 401 200 200 200"),
    "api:datasets": rule(
        {
            "project": lambda house: house.study.project.pk,
            "name": "New",
            "rows": [{"text": "a b"}],
        },
        GET="401 401 401 200 200 200",
        POST="401 401 401 201 404 404",
    ),
    "api:dataset": API_READ,
    "api:items": API_READ,
    "api:campaigns": rule(
        {
            "dataset": lambda house: house.study.campaign.dataset_id,
            "name": "New",
            "scheme": "flat",
        },
        GET="401 401 401 200 200 200",
        POST="401 401 401 201 404 404",
    ),
    "api:campaign": rule(
        {"name": "New"}, GET="401 401 401 200 404 404", PATCH="401 401 401 409 404 404"
    ),
    "api:launch": rule(POST="401 401 401 409 404 404"),
    "api:pause": API_ACT,
    "api:resume": API_ACT,
    "api:close": API_ACT,
    "api:duplicate": rule({"name": "Copy"}, POST="401 401 401 201 404 404"),
    "api:extend": rule({"redundancy": 9}, POST="401 401 401 200 404 404"),
    "api:costs": API_READ,
    "api:people": rule({"screened": False}, POST="401 401 401 200 404 404"),
    "api:signed_links": rule({"ids": ["one"]}, POST="401 401 401 403 404 404"),
    "api:limits": rule(
        {"most_workers": 50, "most_hits_per_worker": None}, POST="401 401 401 200 404 404"
    ),
    "api:figures": API_READ,
    "api:campaign_items": API_READ,
    "api:judgments": API_READ,
    "api:signals": API_READ,
    "api:questions": API_READ,
    "api:reviews": rule({"review": "rejected", "reason": "spam"}, POST="401 401 401 200 404 404"),
    "api:foresee_review": rule({"review": "rejected"}, POST="401 401 401 200 404 404"),
    "api:review": API_READ,
    "api:undo_review": API_ACT,
    "api:pay": API_READ,
    "api:pay_terms": rule(
        {"budget": "9", "approve_after_days": None}, POST="401 401 401 200 404 404"
    ),
    "api:pay_of_workers": API_READ,
    "api:ledger": API_READ,
    "api:enter_pay": rule(
        {"kind": "bonus", "amount": "0.01", "reason": "well read"},
        POST="401 401 401 200 404 404",
    ),
    "api:workers": API_READ,
    "api:worker_ids": rule(GET="401 401 401 403 404 404"),
    "api:release_lease": API_ACT,
    "api:exclude_worker": rule({"reason": "spam"}, POST="401 401 401 200 404 404"),
    "api:include_worker": API_ACT,
    "api:gold": API_READ,
    "api:file": API_READ,
    "api:comparisons": rule(GET="401 401 401 200 200 200"),
    "api:comparison": API_READ,
    "nowhere": rule(GET=NOWHERE, POST=NOWHERE, PUT=NOWHERE, PATCH=NOWHERE, DELETE=NOWHERE),
}
TABLE: Mapping[str, Rule] = PAGES | RESEARCH | WORKER | API
CHART = {
    "research:lab_csv": "segments",
    "research:comparison_csv": "agreement",
    "research:crowd_csv": "answers",
    "research:alignment_csv": "methods-pairs-1",
    "research:planner_csv": "fixed",
    "research:typology_csv": "words",
}
NOT_ALLOWED = {"400", "401", "403", "404", "405", "login", "302"}


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
        self.upload = store_upload(
            project=study.project,
            user=self.member,
            name="Uploaded",
            filename="texts.txt",
            body=b"a b\nc d\n",
        )
        self.comparison = create_comparison(
            project=study.project,
            user=self.member,
            name="Against gold",
            crowd_flat=campaign,
            gold_flat=make_campaign(campaign.dataset),
        )
        fold_all(campaign.pk)
        make_comparison(self.comparison.pk)
        self.app = add_pictures(
            item=make_apps(study.project).items.get(), user=self.member, bodies=[picture_bytes()]
        )
        self.draw = ask_for_draw(
            dataset=make_documents(study.project),
            user=self.member,
            name="Pairs",
            options=DrawOptions(per_stratum=4, document_pairs=None),
        )
        self.typology = ask_for_typology(
            dataset=self.draw.dataset,
            user=self.member,
            language="en",
            options=TypologyOptions(top=50),
        )
        run_job("typology", self.typology.pk)
        set_word_list(project=study.project, user=self.member, language="en", words=["of"])
        rejected = judge_next(enrol(campaign))
        self.act = review_judgments(
            campaign=campaign,
            user=self.member,
            review="rejected",
            reason="in haste",
            chosen=Chosen(judgments=(rejected.judgment_id,)),
        )
        self.batch = PaymentBatch.objects.create(campaign=campaign, source="name")
        self.alignment = aligned(self.draw.dataset, self.member)
        staff = make_user()
        staff.is_staff = staff.is_superuser = True
        staff.save()
        self.clients = {
            "anonymous": Client(),
            "worker": self._worker(worker),
            "other worker": self._worker(other_worker),
            "member": _signed_in(self.member),
            "stranger": _signed_in(other.owner),
            "staff": _signed_in(staff),
        }

    def _worker(self, worker: Worker) -> Client:
        client = Client()
        code = self.study.campaign.code
        client.post(f"/w/{code}/", door_form(worker))
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
        known = {
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
            "batch_id": self.batch.pk,
            "source": "name",
            "outcome": "paid",
            "step": "leave",
            "kind": "prolific",
            "upload_id": self.upload.pk,
            "draw_id": self.draw.pk,
            "alignment_id": self.alignment.pk,
            "group": 1,
            "gold": "pairs-1",
            "typology_id": self.typology.pk,
            "item_id": self.app.pk,
            "side": "in",
            "sha256": self.app.content["pictures"][0]["sha256"],
            "token_id": self.token.pk,
            "user_id": self.member.pk,
            "move": "pause",
            "comparison_id": self.comparison.pk,
            "chart": CHART.get(name, ""),
            "language": "en",
            "name": "gold",
            "page": "start",
            "hint": "projects",
        }
        return reverse(name, kwargs={key: known[key] for key in route.pattern.converters})

    def outcome(self, caller: str, method: str, address: str, body: Mapping[str, Any]) -> str:
        """The status of one request that leaves no trace; where it is a redirect to a login or to
        a campaign's door, that word."""
        client = self.clients[caller]
        cookies = copy(client.cookies)
        filled = {name: self._filled(value) for name, value in body.items()}
        as_form = method == "POST" and not address.startswith("/api/")
        sent: dict[str, Any] = {"data": filled} if method in {"POST", "PATCH"} else {}
        if sent and not as_form:
            sent["content_type"] = "application/json"
        with transaction.atomic():
            response = getattr(client, method.lower())(address, **sent)
            transaction.set_rollback(True)
        client.cookies = cookies
        return _outcome(response, f"/w/{self.study.campaign.code}/")

    def _filled(self, value: object) -> object:
        return value(self) if callable(value) else value


def _signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def _outcome(response: Any, door: str) -> str:
    place = response.headers.get("Location", "")
    if response.status_code == 302 and place.startswith("/account/login/"):
        return "login"
    if response.status_code == 302 and place == door:
        return "door"
    return str(response.status_code)


def _routes(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            yield f"{space}{entry.name}", entry
        else:
            yield from _routes(entry, f"{space}{entry.namespace}:" if entry.namespace else space)


ROUTES = dict(_routes(get_resolver()))


def test_every_address_stands_in_the_table_and_nothing_else_does() -> None:
    assert len(ROUTES) == sum(1 for _ in _routes(get_resolver())), "two addresses share a name"
    assert sorted(ROUTES) == sorted(TABLE)


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield House(make_study(), make_study())
        transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ROUTES)
def test_each_caller_gets_what_the_table_says(name: str, house: House) -> None:
    rule = TABLE[name]
    address = house.address(name, ROUTES[name])
    for method, statuses in rule.statuses.items():
        expected = dict(zip(CALLERS, statuses.split(), strict=True))
        found = {caller: house.outcome(caller, method, address, rule.body) for caller in CALLERS}
        assert found == expected, f"{method} {address}"
    for method in METHODS:
        if method not in rule.statuses:
            found = {caller: house.outcome(caller, method, address, {}) for caller in CALLERS}
            assert set(found.values()) <= NOT_ALLOWED, f"{method} {address}: {found}"
