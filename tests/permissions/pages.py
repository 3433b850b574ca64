"""The addresses of pages, and what each caller gets there."""

import json

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.helpers.apps import picture_file
from tests.helpers.sets import annotations_file
from tests.permissions.rules import (
    EVERYONE,
    NOWHERE,
    OF_EVIDENCE,
    OF_OWNERS,
    OF_PAIRS,
    OWN_PAGE,
    PAGE,
    act,
    by_accounts,
    by_members,
    form,
    of_owners_act,
    rule,
)

PAGES = {
    "home": rule(GET="200 200 200 302 302 302"),
    "security_txt": rule(GET=NOWHERE),
    "signing_keys": rule(GET=EVERYONE),
    "published": rule(GET=EVERYONE),
    "published_file": rule(GET=EVERYONE),
    "health": rule(GET="503 503 503 503 503 503"),
    "health_of_web": rule(GET=EVERYONE),
    "live": rule(GET=EVERYONE),
    # From this machine: tests/test_monitors.py has other addresses.
    "ready": rule(GET=EVERYONE),
    "metrics": rule(GET=EVERYONE),
    "account_login": rule(GET="200 200 200 302 302 302", POST="400 400 400 302 302 302"),
    "account_logout": rule(POST="302 302 302 302 302 302"),
    "password_change": by_accounts(GET=200, POST=400),
    "password_change_done": OWN_PAGE,
    # Closed, unless the operator opens it: tests/research/test_accounts_by_mail.py.
    "account_signup": rule(GET="200 200 200 302 302 302", POST="200 200 200 302 302 302"),
    "account_reset_password": rule(GET=EVERYONE, POST=EVERYONE),
    "account_reset_password_done": rule(GET=EVERYONE),
    "account_reset_password_from_key": rule(GET=EVERYONE, POST=EVERYONE),
    "account_reset_password_from_key_done": rule(GET=EVERYONE),
    "account_email": by_accounts(GET=200, POST=302),
    "account_email_verification_sent": rule(GET=EVERYONE),
    "account_confirm_email": rule(GET=EVERYONE, POST=NOWHERE),
    "account_reauthenticate": by_accounts(GET=200, POST=200),
    # tests/research/test_second_factor.py tests these.
    "mfa_index": OWN_PAGE,
    "mfa_authenticate": by_accounts(GET=302, POST=302),
    **{
        name: by_accounts(GET=302, POST=302)
        for name in ("mfa_reauthenticate", "mfa_activate_totp", "mfa_generate_recovery_codes")
    },
    "mfa_deactivate_totp": by_accounts(GET=404, POST=404),
    "mfa_view_recovery_codes": by_accounts(GET=404),
    # Only the operator can set an issuer: tests/research/test_sign_on.py has one.
    "sign_on": rule(POST=NOWHERE),
    "sign_on_callback": rule(GET=NOWHERE),
    "sign_on_account": rule(GET=NOWHERE, POST=NOWHERE),
    # A POST requires the password first: tests/research/test_accounts.py.
    "account_tokens": by_accounts(GET=200, POST=302),
    "revoke_account_token": by_accounts(POST=404),
    "failed_tasks": rule(
        {"replay": "all"}, GET="login login login 404 404 200", POST="login login login 404 404 302"
    ),
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
    "research:null": rule(GET=EVERYONE),
    "research:null_file": rule(GET=EVERYONE),
    "research:operations": rule(GET=EVERYONE),
    "research:operation": rule(GET=EVERYONE),
    "research:dismiss_hint": by_accounts(POST=302),
    "research:restore_hints": by_accounts(POST=302),
    "research:projects": OWN_PAGE,
    "research:new_project": by_accounts({"name": "New"}, GET=200, POST=302),
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
    "research:choose_suggestions": by_members(
        {"set": lambda house: house.set.pk, "tenths": "5"}, POST=409
    ),
    "research:drop_suggestions": by_members(POST=409),
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
    "research:rename_project": by_members({"name": "New"}, GET=403, POST=403),
    "research:consent": form(consent="You may stop at any time."),
    "research:consent_csv": PAGE,
    "research:shown_pictures": by_members(
        {"pictures": lambda house: picture_file()}, GET=200, POST=302
    ),
    # The study's campaign is launched, so its pictures stay.
    "research:hide_picture": by_members({"name": "a.png"}, POST=409),
    "research:rename_dataset": form(name="New"),
    "research:license_dataset": form(licence="CC0-1.0"),
    # The study has no questions.
    "research:make_question_texts": by_members({"name": "New"}, GET=404, POST=404),
    "research:rename_campaign": form(name="New"),
    "research:rename_words": form(name="pt"),
    # Owners only; tests/lifecycle/ covers them. Any member may delete a draft: test_campaigns.py.
    **{
        f"research:{step}_{kind}": by_members(GET=403, POST=403)
        for step in ("archive", "delete")
        for kind in ("campaign", "dataset", "project", "set")
    },
    **{
        f"research:{step}_{kind}": by_members(POST=403)
        for step in ("restore", "undelete")
        for kind in ("campaign", "dataset", "project", "set")
    },
    "research:away": PAGE,
    "research:projects_away": OWN_PAGE,
    "research:members": by_members({"username": "someone", "role": "manager"}, GET=200, POST=403),
    "research:remove_member": by_members(GET=403, POST=403),
    "research:change_member": by_members({"role": "viewer"}, GET=403, POST=403),
    "research:invite": by_members({"role": "viewer", "days": "7"}, GET=403, POST=403),
    "research:withdraw_invitation": of_owners_act(),
    "research:leave_project": form(),
    "research:tokens": by_members(
        {"name": "t", "days": "5", "scopes": ["read"]}, GET=200, POST=200
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
    "research:new_instructions": by_members(POST=200),
    "research:app": by_members({"pictures": lambda house: picture_file()}, GET=200, POST=302),
    "research:describe_picture": act(alt="A list of notes."),
    "research:remove_picture": act(),
    "research:picture": PAGE,
    # The study's campaign shows no apps.
    "research:collection": by_members(GET=404, POST=404),
    "research:choose_version": by_members(POST=400),
    # It also elicits no questions: tests/research/test_follow_up.py.
    "research:ask_evidence": by_members(GET=404, POST=404),
    "research:campaign_picture": by_members(GET=404),
    "research:campaign": PAGE,
    "research:live": PAGE,
    "research:history": PAGE,
    "research:edit_campaign": by_members(GET=302, POST=302),
    "research:extend_campaign": form(redundancy="5"),
    "research:duplicate_campaign": form(
        name="Copy", dataset=lambda house: house.study.campaign.dataset_id
    ),
    "research:limits": form(most_workers="50"),
    "research:people": form(link_trust="code"),
    # tests/attacks/test_signed_links.py and test_screens.py test these.
    "research:invitations": by_members({"ids": "one"}, GET=403, POST=403),
    "research:end_links": by_members(POST=403),
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
    "research:breakdowns": PAGE,
    "research:breakdowns_csv": PAGE,
    "research:preview": by_members(GET=200, POST=403),
    "research:dry_run": PAGE,
    "research:start_dry_run": act(),
    "research:end_dry_run": act(),
    "research:known_answers": PAGE,
    # The first item of the study's dataset is a task.
    "research:draw_answer": by_members({"payload": '{"boundaries": [0, 0]}'}, GET=200, POST=302),
    "research:keep_answer": by_members({"item": "0"}, POST=400),
    "research:change_answer": by_members(POST=302),
    "research:remove_answer": by_members(POST=302),
    "research:put_back_answer": by_members(POST=302),
    "research:decisions": PAGE,
    "research:decisions_csv": PAGE,
    "research:save_reasons": act(name="Partial answer"),
    "research:code_decision": act(),
    "research:share_decisions": act(adjudicators="1"),
    "research:next_decision": by_members(GET=302),
    "research:decide": by_members(
        {
            "payload": lambda house: json.dumps(house.drawn),
            "stood": lambda house: str(house.decision.pk),
        },
        GET=200,
        POST=302,
    ),
    "research:desk_decision": PAGE,
    "research:withdraw_decision": act(),
    "research:items": PAGE,
    # The address of the POST contains no filter.
    "research:filters": by_members({"name": "New"}, GET=200, POST=400),
    "research:filter": by_members(GET=302),
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
    "research:project_pay": by_members({"least_hourly": "9", "currency": "USD"}, GET=200, POST=403),
    "research:workers": PAGE,
    "research:workers_csv": PAGE,
    "research:workload_csv": PAGE,
    "research:skips_csv": PAGE,
    # Owners only: tests/research/test_worker_ids.py.
    "research:worker_ids": OF_OWNERS,
    "research:worker_ids_csv": OF_OWNERS,
    # Also in tests/research/test_who_may_join.py.
    "research:who_may_join": by_members({"what": "out", "written": ""}, GET=403, POST=403),
    "research:listed_ids": OF_OWNERS,
    # tests/research/test_pilot.py has a campaign with a pilot.
    "research:end_pilot": by_members(GET=404, POST=404),
    "research:count_pilot": by_members({"counts": "no"}, POST=409),
    "research:planner": PAGE,
    "research:methods": PAGE,
    "research:methods_file": PAGE,
    "research:planner_csv": by_members(GET=404),
    "research:stop_worker": act(),
    "research:release_lease": act(),
    "research:release_item": act(),
    "research:restore_worker": act(),
    "research:exclude_worker": form(reason="spam"),
    # Owners only, and only for a named worker; tests/research/test_erasing.py has one.
    "research:erase_worker": by_members({"worker": "nobody", "sure": "yes"}, GET=403, POST=403),
    # No worker is excluded or selected: back to the list.
    "research:include_worker": by_members(GET=302, POST=302),
    "research:exclude_workers": by_members({"reason": "spam"}, GET=302, POST=302),
    "research:include_workers": by_members(GET=302, POST=302),
    "research:move_campaign": form(),
    "research:stop_simulation": of_owners_act(),
}
