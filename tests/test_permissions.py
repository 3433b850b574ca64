"""Permissions: every address, every kind of caller, every method.

The table below is the rule. An address that is not in it fails the test: when you add an address,
decide here who may use it. Each line contains the statuses for, in this order: a stranger without
account, the worker whose HIT it is, another worker of the campaign, a member of the project, the
owner of another project, and a member of staff who is not a member of the project.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from zlib import crc32

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import get_resolver
from pytest_django import DjangoDbBlocker

from tests.api.studies import make_study
from tests.helpers.addons import rules_of_addons
from tests.helpers.apps import picture_file
from tests.helpers.sets import annotations_file
from tests.helpers.tiers import by_tier
from tests.permissions.house import House
from tests.permissions.roles import MAY, may, sees
from tests.permissions.routes import ROOMS, ROUTES, named_routes, rooms_of
from tests.permissions.rules import (
    ACT,
    CALLERS,
    EVERYONE,
    METHODS,
    NOWHERE,
    OF_EVIDENCE,
    OF_OWNERS,
    OF_PAIRS,
    OWN_PAGE,
    PAGE,
    Rule,
    act,
    form,
    of_owners_act,
    rule,
)
from tests.permissions.workers_and_clients import API, WORKER

pytestmark = pytest.mark.xdist_group("permissions")

PAGES = {
    "home": rule(GET="200 200 200 302 302 302"),
    "security_txt": rule(GET=NOWHERE),
    "signing_keys": rule(GET=EVERYONE),
    "published": rule(GET=EVERYONE),
    "published_file": rule(GET=EVERYONE),
    "health": rule(GET="503 503 503 503 503 503"),
    "health_of_web": rule(GET=EVERYONE),
    "account_login": rule(GET="200 200 200 302 302 302", POST="400 400 400 302 302 302"),
    "account_logout": rule(POST="302 302 302 302 302 302"),
    "password_change": rule(
        GET="login login login 200 200 200", POST="login login login 400 400 400"
    ),
    "password_change_done": OWN_PAGE,
    # Closed, unless the operator opens it: tests/research/test_accounts_by_mail.py.
    "account_signup": rule(GET="200 200 200 302 302 302", POST="200 200 200 302 302 302"),
    "account_reset_password": rule(GET=EVERYONE, POST=EVERYONE),
    "account_reset_password_done": rule(GET=EVERYONE),
    "account_reset_password_from_key": rule(GET=EVERYONE, POST=EVERYONE),
    "account_reset_password_from_key_done": rule(GET=EVERYONE),
    "account_email": rule(
        GET="login login login 200 200 200", POST="login login login 302 302 302"
    ),
    "account_email_verification_sent": rule(GET=EVERYONE),
    "account_confirm_email": rule(GET=EVERYONE, POST=NOWHERE),
    "account_reauthenticate": rule(
        GET="login login login 200 200 200", POST="login login login 200 200 200"
    ),
    # tests/research/test_second_factor.py tests these.
    "mfa_index": OWN_PAGE,
    "mfa_authenticate": rule(
        GET="login login login 302 302 302", POST="login login login 302 302 302"
    ),
    **{
        name: rule(GET="login login login 302 302 302", POST="login login login 302 302 302")
        for name in ("mfa_reauthenticate", "mfa_activate_totp", "mfa_generate_recovery_codes")
    },
    "mfa_deactivate_totp": rule(
        GET="login login login 404 404 404", POST="login login login 404 404 404"
    ),
    "mfa_view_recovery_codes": rule(GET="login login login 404 404 404"),
    # Only the operator can set an issuer: tests/research/test_sign_on.py has one.
    "sign_on": rule(POST=NOWHERE),
    "sign_on_callback": rule(GET=NOWHERE),
    "sign_on_account": rule(GET=NOWHERE, POST=NOWHERE),
    # A POST requires the password first: tests/research/test_accounts.py.
    "account_tokens": rule(
        GET="login login login 200 200 200", POST="login login login 302 302 302"
    ),
    "revoke_account_token": rule(POST="login login login 404 404 404"),
    # Anyone with the link: tests/research/test_invitations.py.
    "invitation": rule(GET=EVERYONE, POST="login login login 409 302 302"),
    "invited_account": rule(
        {"username": "ada"}, GET="200 200 200 302 302 302", POST="400 400 400 302 302 302"
    ),
    "export_gold": PAGE,
    "export_file": PAGE,
    "foreseen_figures": PAGE,
}
RESEARCH = {
    "research:help": rule(GET=EVERYONE),
    "research:help_page": rule(GET=EVERYONE),
    "research:operations": rule(GET=EVERYONE),
    "research:operation": rule(GET=EVERYONE),
    "research:dismiss_hint": rule(POST="login login login 302 302 302"),
    "research:restore_hints": rule(POST="login login login 302 302 302"),
    "research:projects": OWN_PAGE,
    "research:new_project": rule(
        {"name": "New"}, GET="login login login 200 200 200", POST="login login login 302 302 302"
    ),
    "research:project": PAGE,
    "research:campaigns": PAGE,
    "research:datasets": PAGE,
    "research:sets": PAGE,
    "research:set": PAGE,
    "research:new_set": form(
        name="New",
        scheme="flat",
        made_by="people",
        file=lambda house: SimpleUploadedFile("set.csv", annotations_file(house.set.dataset)),
    ),
    "research:rename_set": form(name="New"),
    "research:models": PAGE,
    "research:model": PAGE,
    "research:model_csv": PAGE,
    "research:hold_set": act(),
    "research:let_go_set": act(),
    "research:suggestions": PAGE,
    # The study's campaign is launched.
    "research:choose_suggestions": rule(
        {"set": lambda house: house.set.pk, "tenths": "5"}, POST="login login login 409 404 404"
    ),
    "research:drop_suggestions": rule(POST="login login login 409 404 404"),
    "research:search": PAGE,
    "research:audit": PAGE,
    "research:lab": PAGE,
    "research:lab_csv": PAGE,
    "research:biases": PAGE,
    "research:words": form(language="en", words="of"),
    "research:dataset_import": PAGE,
    "research:dataset_import_progress": PAGE,
    "research:discard_dataset_import": act(),
    "research:import_other_rows": act(leave_out="1"),
    "research:set_import": PAGE,
    "research:set_import_progress": PAGE,
    "research:discard_set_import": act(),
    "research:import_the_rest": act(leave_out="1"),
    "research:rename_project": rule(
        {"name": "New"},
        GET="login login login 403 404 404",
        POST="login login login 403 404 404",
    ),
    "research:consent": form(consent="You may stop at any time."),
    "research:consent_csv": PAGE,
    "research:shown_pictures": rule(
        {"pictures": lambda house: picture_file()},
        GET="login login login 200 404 404",
        POST=ACT,
    ),
    # The study's campaign is launched, so its pictures stay.
    "research:hide_picture": rule({"name": "a.png"}, POST="login login login 409 404 404"),
    "research:rename_dataset": form(name="New"),
    "research:rename_campaign": form(name="New"),
    "research:rename_words": form(name="pt"),
    # Owners only; tests/lifecycle/ covers them. Any member may delete a draft: test_campaigns.py.
    **{
        f"research:{step}_{kind}": rule(
            GET="login login login 403 404 404", POST="login login login 403 404 404"
        )
        for step in ("archive", "delete")
        for kind in ("campaign", "dataset", "project", "set")
    },
    **{
        f"research:{step}_{kind}": rule(POST="login login login 403 404 404")
        for step in ("restore", "undelete")
        for kind in ("campaign", "dataset", "project", "set")
    },
    "research:away": PAGE,
    "research:projects_away": OWN_PAGE,
    "research:members": rule(
        {"username": "someone", "role": "manager"},
        GET="login login login 200 404 404",
        POST="login login login 403 404 404",
    ),
    "research:remove_member": rule(
        GET="login login login 403 404 404", POST="login login login 403 404 404"
    ),
    "research:change_member": rule(
        {"role": "viewer"},
        GET="login login login 403 404 404",
        POST="login login login 403 404 404",
    ),
    "research:invite": rule(
        {"role": "viewer", "days": "7"},
        GET="login login login 403 404 404",
        POST="login login login 403 404 404",
    ),
    "research:withdraw_invitation": of_owners_act(),
    "research:leave_project": form(),
    "research:tokens": rule(
        {"name": "t", "days": "5", "scopes": ["read"]},
        GET="login login login 200 404 404",
        POST="login login login 200 404 404",
    ),
    "research:revoke_token": act(),
    "research:new_dataset": form(
        name="New", file=lambda house: SimpleUploadedFile("texts.txt", b"a b\n")
    ),
    "research:upload": PAGE,
    "research:import_upload": act(),
    "research:discard_upload": act(),
    "research:choose_reading": act(divide="yes"),
    "research:rows_left_out": PAGE,
    "research:dataset": PAGE,
    "research:new_campaign": form(
        name="New", scheme="flat", redundancy="2", reward="0", currency="USD", minutes="10"
    ),
    "research:new_cost": PAGE,
    "research:new_instructions": rule(POST="login login login 200 404 404"),
    "research:app": rule(
        {"pictures": lambda house: picture_file()},
        GET="login login login 200 404 404",
        POST="login login login 302 404 404",
    ),
    "research:describe_picture": act(alt="A list of notes."),
    "research:remove_picture": act(),
    "research:picture": PAGE,
    # The study's campaign shows no apps.
    "research:collection": rule(
        GET="login login login 404 404 404", POST="login login login 404 404 404"
    ),
    "research:choose_version": rule(POST="login login login 400 404 404"),
    # It also elicits no questions: tests/research/test_follow_up.py.
    "research:ask_evidence": rule(
        GET="login login login 404 404 404", POST="login login login 404 404 404"
    ),
    "research:campaign_picture": rule(GET="login login login 404 404 404"),
    "research:campaign": PAGE,
    "research:live": PAGE,
    "research:history": PAGE,
    "research:edit_campaign": rule(GET=ACT, POST=ACT),
    "research:extend_campaign": form(redundancy="5"),
    "research:duplicate_campaign": form(
        name="Copy", dataset=lambda house: house.study.campaign.dataset_id
    ),
    "research:limits": form(most_workers="50"),
    "research:people": form(link_trust="code"),
    # tests/attacks/test_signed_links.py and test_screens.py test these.
    "research:invitations": rule(
        {"ids": "one"}, GET="login login login 403 404 404", POST="login login login 403 404 404"
    ),
    "research:end_links": rule(POST="login login login 403 404 404"),
    "research:waiting_workers": PAGE,
    "research:decide_workers": act(then="approve"),
    "research:campaign_cost": PAGE,
    "research:export": form(note="Table 2"),
    "research:snapshot": PAGE,
    "research:snapshot_progress": PAGE,
    "research:snapshot_file": PAGE,
    "research:discard_snapshot": act(),
    "research:restore_snapshot": act(),
    "research:publish_snapshot": of_owners_act(authors="Ada Brandt"),
    "research:unpublish_snapshot": of_owners_act(),
    "research:baselines": OF_EVIDENCE,
    "research:questions": PAGE,
    "research:question_thread": form(
        text="Cut before it.", key="3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    ),
    "research:settle_questions": act(until="1"),
    "research:signals": PAGE,
    "research:signals_csv": PAGE,
    "research:twins": PAGE,
    "research:twins_csv": PAGE,
    "research:worker_signals": OF_PAIRS,
    "research:worker_signals_csv": OF_PAIRS,
    "research:crowd": OF_PAIRS,
    "research:crowd_csv": OF_PAIRS,
    "research:preview": rule(
        GET="login login login 200 404 404", POST="login login login 403 404 404"
    ),
    "research:dry_run": PAGE,
    "research:start_dry_run": act(),
    "research:end_dry_run": act(),
    "research:known_answers": PAGE,
    # The first item of the study's dataset is a task.
    "research:draw_answer": rule(
        {"payload": '{"boundaries": [0, 0]}'}, GET="login login login 200 404 404", POST=ACT
    ),
    "research:keep_answer": rule({"item": "0"}, POST="login login login 400 404 404"),
    "research:change_answer": rule(POST=ACT),
    "research:remove_answer": rule(POST=ACT),
    "research:put_back_answer": rule(POST=ACT),
    "research:decisions": PAGE,
    "research:decisions_csv": PAGE,
    "research:share_decisions": act(adjudicators="1"),
    "research:next_decision": rule(GET="login login login 302 404 404"),
    "research:decide": rule(
        {
            "payload": lambda house: json.dumps(house.drawn),
            "stood": lambda house: str(house.decision.pk),
        },
        GET="login login login 200 404 404",
        POST=ACT,
    ),
    "research:desk_decision": PAGE,
    "research:withdraw_decision": act(),
    "research:items": PAGE,
    "research:filters": rule(
        {"name": "New"},
        GET="login login login 200 404 404",
        # The address contains no filter.
        POST="login login login 400 404 404",
    ),
    "research:filter": rule(GET="login login login 302 404 404"),
    "research:rename_filter": form(name="New"),
    "research:delete_filter": act(),
    "research:item": PAGE,
    "research:item_history": PAGE,
    "research:review_judgment": act(review="rejected", reason="blank"),
    "research:judgments": PAGE,
    "research:review_judgments": form(reason="spam"),
    "research:review": PAGE,
    "research:undo_review": act(),
    "research:pay": PAGE,
    "research:pay_csv": PAGE,
    "research:pay_terms": form(budget="9"),
    "research:pay_worker": form(kind="bonus", amount="0.01", reason="well read"),
    "research:compensate": form(
        amount="0.5",
        reason="for your time",
        worker=lambda house: house.study.enrolment.pk,
        confirmed="1 × 0.5",
    ),
    "research:take_back_compensations": act(worker=lambda house: house.study.enrolment.pk),
    # Their tests are in tests/research/test_pay_pages.py: owners alone may.
    "research:make_payments": of_owners_act(),
    "research:payments": OF_OWNERS,
    "research:payments_file": OF_OWNERS,
    "research:receipts": OF_OWNERS,
    "research:payments_answer": of_owners_act(),
    "research:settle_payments": of_owners_act(),
    "research:project_pay": rule(
        {"least_hourly": "9", "currency": "USD"},
        GET="login login login 200 404 404",
        POST="login login login 403 404 404",
    ),
    "research:workers": PAGE,
    "research:workers_csv": PAGE,
    "research:skips_csv": PAGE,
    # Owners only: tests/research/test_worker_ids.py.
    "research:worker_ids": OF_OWNERS,
    "research:worker_ids_csv": OF_OWNERS,
    # Also in tests/research/test_who_may_join.py.
    "research:who_may_join": rule(
        {"what": "out", "written": ""},
        GET="login login login 403 404 404",
        POST="login login login 403 404 404",
    ),
    "research:listed_ids": OF_OWNERS,
    "research:planner": PAGE,
    "research:methods": PAGE,
    "research:methods_file": PAGE,
    "research:planner_csv": rule(GET="login login login 404 404 404"),
    "research:stop_worker": act(),
    "research:release_lease": act(),
    "research:release_item": act(),
    "research:restore_worker": act(),
    "research:exclude_worker": form(reason="spam"),
    # Owners only, and only for a named worker; tests/research/test_erasing.py has one.
    "research:erase_worker": rule(
        {"worker": "nobody", "sure": "yes"},
        GET="login login login 403 404 404",
        POST="login login login 403 404 404",
    ),
    # No worker is excluded or selected: back to the list.
    "research:include_worker": rule(GET=ACT, POST=ACT),
    "research:exclude_workers": rule({"reason": "spam"}, GET=ACT, POST=ACT),
    "research:include_workers": rule(GET=ACT, POST=ACT),
    "research:move_campaign": form(),
}
TABLE: Mapping[str, Rule] = PAGES | RESEARCH | WORKER | API | rules_of_addons()
# Possible answers to a method that the table does not name.
NOT_ALLOWED = {"400", "401", "403", "404", "405", "login", "302"}
NOT_NAMED = dict.fromkeys(by_tier(quick=("member",), long=CALLERS), NOT_ALLOWED)
# Of the writing methods that are not named, the quick tier requests one.
WRITING = ("PUT", "PATCH", "DELETE")


def test_every_address_stands_in_the_table_and_nothing_else_does() -> None:
    assert len(ROUTES) == sum(1 for _ in named_routes(get_resolver())), "two addresses share a name"
    assert sorted(ROUTES) == sorted(TABLE)


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield House(make_study(), make_study())
        transaction.set_rollback(True)


def wrong_callers(name: str, house: House) -> Iterator[str]:
    """Yield each cell of an address in which a caller gets another status than the table has."""
    rule, address = TABLE[name], house.address(name, ROUTES[name])
    for method in methods_to_try(name, rule):
        named = method in rule.statuses
        cells = callers_to_try(f"{method} {name}", rule.statuses[method]) if named else NOT_NAMED
        body = rule.body if named else {}
        for caller, expected in cells.items():
            found = house.outcome(caller, method, address, body)
            if found not in expected:
                wanted = " or ".join(sorted(expected))
                yield f"{caller}: {method} {address}: expected {wanted}, found {found}"


def methods_to_try(name: str, rule: Rule) -> list[str]:
    turn = WRITING[crc32(name.encode()) % len(WRITING)]
    tried = by_tier(quick={"GET", "POST", turn, *rule.statuses}, long={*METHODS})
    return [method for method in METHODS if method in tried]


def callers_to_try(request: str, statuses: str) -> Mapping[str, set[str]]:
    """Return what each caller gets; the quick tier tries one of the callers with equal results, and
    another one for each request."""
    cells = dict(zip(CALLERS, statuses.split(), strict=True))
    turn = crc32(request.encode())
    alike = [[one for one in cells if cells[one] == status] for status in sorted({*cells.values()})]
    tried = by_tier(quick=[group[turn % len(group)] for group in alike], long=CALLERS)
    return {caller: {cells[caller]} for caller in tried}


@pytest.mark.django_db
@pytest.mark.parametrize("room", ROOMS)
def test_each_caller_gets_what_the_table_says(room: str, house: House) -> None:
    assert [wrong for name in ROOMS[room] for wrong in wrong_callers(name, house)] == []


def of_projects() -> list[tuple[str, str]]:
    """Return the methods and addresses of projects: all those that strangers may not use."""
    return [
        (method, name)
        for name, rule in TABLE.items()
        for method, statuses in rule.statuses.items()
        if sees(method, name) or (not name.startswith("worker:") and "403" in statuses.split())
    ]


def test_the_roles_are_informed_of_every_address_of_a_project() -> None:
    listed = {name.rpartition("/")[2] for name in frozenset().union(*MAY.values())}
    assert listed <= set(TABLE)
    silent = [
        f"{method}/{name}"
        for name, rule in TABLE.items()
        for method, statuses in rule.statuses.items()
        if getattr(ROUTES[name].callback, "needs", None) and not sees(method, name)
    ]
    assert silent == [], "say in tests/permissions/roles.py which roles may"


# Objects that belong to the member who made them are hidden from others, whatever their role.
OF_ITS_MAKER = {
    *("api:revoke_token", "research:revoke_token", "research:upload", "research:rows_left_out"),
    *("research:choose_reading", "research:import_upload", "research:discard_upload"),
}
# A set or a picture comes in a form, so other bodies are refused first: tests/api/test_sets.py,
# tests/api/test_pictures.py. A preview writes nothing.
NOT_BY_TOKEN = {
    *("POST/api:sets", "POST/research:preview"),
    *("POST/api:pictures", "POST/api:shown_pictures"),
}
# The study's list of payments is empty, as no real one is; tests/research/test_pay_pages.py.
NOT_OF_OWNERS = {"research:payments", "research:payments_answer"}


def roles_to_try(method: str, name: str) -> list[str]:
    """Return the roles to try: in the quick tier, the two roles at the border between allowed and
    refused, which distinguishes any two capabilities, and the lowest role if all are allowed."""
    edges = {
        role
        for one, next_one in pairwise(MAY)
        if may(one, method, name) != may(next_one, method, name)
        for role in (one, next_one)
    }
    tried = by_tier(quick=edges or {"auditor"}, long=set(MAY))
    return [
        role for role in MAY if role in tried and (role != "owner" or name not in NOT_OF_OWNERS)
    ]


def wrong_roles(method: str, name: str, house: House) -> Iterator[str]:
    """Yield each role with a wrong answer: allowed roles get what the table has for a member, who
    is a manager; all others are refused."""
    address, body = house.address(name, ROUTES[name]), TABLE[name].body
    found = {
        role: house.outcome(role, method, address, body) for role in roles_to_try(method, name)
    }
    if f"{method}/{name}" in NOT_BY_TOKEN:
        if len(set(found.values())) != 1:
            yield f"{method} {address}: expected one answer for all, found {found}"
        return
    refusals = {"403", "404"} if name in OF_ITS_MAKER else {"403"}
    managers = TABLE[name].statuses[method].split()[CALLERS.index("member")]
    able = {managers} | refusals - {"403"}
    for role, status in found.items():
        if role == "owner":
            expected, is_wrong = {"no 403"}, status == "403"
        else:
            expected = able if may(role, method, name) else refusals
            is_wrong = status not in expected
        if is_wrong:
            wanted = " or ".join(sorted(expected))
            yield f"{role}: {method} {address}: expected {wanted}, found {status}"


@pytest.mark.django_db
@pytest.mark.parametrize("room", rooms_of(list({name for _, name in of_projects()})))
def test_each_role_gets_what_the_lists_say(room: str, house: House) -> None:
    requests = [(method, name) for method, name in of_projects() if name in ROOMS[room]]
    assert [wrong for one in requests for wrong in wrong_roles(*one, house)] == []
