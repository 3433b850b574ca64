"""The addresses of workers and of API clients, and what each caller gets there."""

from tests.permissions.rules import API_ACT, API_READ, EVERYONE, NOWHERE, rule

ANSWER = {
    "submission_id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "payload": {"boundaries": [0, 0]},
}
WORKER = {
    # tests/worker/test_home.py tests what it shows to each caller.
    "worker:home": rule(GET=EVERYONE),
    "worker:own_language": rule({"language": "es"}, POST="302 302 302 302 302 302"),
    # The same for every caller: it contains no name.
    "worker:offline": rule(GET=EVERYONE),
    "worker:offline_script": rule(GET=EVERYONE),
    "worker:leave_all": rule(POST="302 302 302 302 302 302"),
    "worker:resume": rule(POST="door 302 302 door door door"),
    "worker:join": rule({"name": "Ada"}, GET=EVERYONE, POST="302 302 302 302 302 302"),
    # The study's campaign requires no consent; tests/worker/test_consent.py has one that does.
    "worker:consent": rule(
        {"answer": "agree", "version": "1"},
        GET="door 302 302 door door door",
        POST="door 302 302 door door door",
    ),
    # The study requires no practice; tests/worker/test_practice.py has one that does.
    "worker:practice": rule(GET="door 302 302 door door door", POST="door 409 409 door door door"),
    "worker:practising": rule(GET="door 302 302 door door door"),
    "worker:check_practice": rule(POST="403 404 404 403 403 403"),
    "worker:quiz": rule(
        {"number": "1"}, GET="door 302 302 door door door", POST="door 409 409 door door door"
    ),
    "worker:declined": rule(GET="door 302 302 door door door"),
    "worker:instructions": rule(
        GET="door 200 200 door door door", POST="door 302 302 door door door"
    ),
    "worker:next": rule(POST="door 302 302 door door door"),
    # The study's campaign has no warm-up, so the page redirects.
    "worker:warm_up": rule(GET="door 302 302 door door door", POST="door 302 302 door door door"),
    "worker:hit": rule(GET="door 200 302 door door door"),
    "worker:submit": rule(POST="403 415 415 403 403 403"),
    "worker:return": rule(POST="door 302 404 door door door"),
    "worker:picture": rule(GET=NOWHERE),
    # The study is not a dry run: tests/publishing/test_dry_run.py.
    "worker:dry_run_again": rule(POST=NOWHERE),
    "worker:done": rule(GET="door 200 200 door door door"),
    # No one waits here, so the page redirects.
    "worker:waiting": rule(GET="door 302 302 door door door"),
    "worker:still_waiting": rule(GET="door 200 200 door door door"),
    "worker:earnings": rule(
        {"pay_to": "ada@example.org"},
        GET="door 200 200 door door door",
        POST="door 302 302 door door door",
    ),
    # None of their work is rejected; tests/worker/test_objecting.py has such a case.
    "worker:object": rule(POST="door 404 404 door door door"),
    "worker:questions": rule(
        {"text": "Where?"}, GET="door 200 200 door door door", POST="door 302 302 door door door"
    ),
    "worker:read_answers": rule({"until": "1"}, POST="door 302 302 door door door"),
    "worker:language": rule({"language": "es"}, POST="door door door door door door"),
    "worker:kept": rule(GET="door 200 200 door door door"),
    "worker:kept_part": rule(GET="door 200 200 door door door"),
    "worker:kept_file": rule(GET="door 200 200 door door door"),
    "worker:withdraw": rule(
        {"scope": "here", "sure": "yes"},
        GET="door 200 200 door door door",
        POST="door 302 302 door door door",
    ),
    # Erasure needs the return code; tests/worker/test_leaving.py has it.
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
    "api:deleted": rule(GET="401 401 401 200 200 200"),
    # Owners alone may delete people's work; tests/api/test_lifecycle.py covers it.
    **{
        f"api:{step}_{kind}": rule(
            {"name": "New"} if (step, kind) == ("delete", "project") else None,
            POST="401 401 401 403 404 404",
            **({"GET": "401 401 401 403 404 404"} if step == "delete" else {}),
        )
        for step in ("archive", "restore", "delete", "undelete")
        for kind in ("campaign", "dataset", "project", "set")
    },
    "api:listed_ids": rule(
        {"side": "out", "add": ["one"]},
        GET="401 401 401 403 404 404",
        POST="401 401 401 403 404 404",
    ),
    "api:consent": rule(
        {"text": "You may stop at any time."},
        GET="401 401 401 200 404 404",
        POST="401 401 401 200 404 404",
    ),
    "api:foresee_exclusion": API_ACT,
    "api:right_answers": rule(
        {
            "answers": lambda house: [
                {
                    "item": house.study.campaign.dataset.items.first().pk,
                    "payload": {"boundaries": [0, 0]},
                }
            ]
        },
        GET="401 401 401 200 404 404",
        POST="401 401 401 200 404 404",
    ),
    "api:remove_right_answer": API_ACT,
    "api:payment_lists": rule(
        {"sent_by": "link"}, GET="401 401 401 403 404 404", POST="401 401 401 403 404 404"
    ),
    "api:payment_lines": rule(GET="401 401 401 403 404 404"),
    "api:settle_payments": rule({"outcome": "paid"}, POST="401 401 401 403 404 404"),
    "api:projects": rule(
        {"name": "New"}, GET="401 401 401 200 200 200", POST="401 401 401 201 201 201"
    ),
    "api:invitations": rule(
        {"role": "viewer"}, GET="401 401 401 403 404 404", POST="401 401 401 403 404 404"
    ),
    "api:withdraw_invitation": rule(POST="401 401 401 403 404 404"),
    "api:members": rule(
        {"username": "nobody", "role": "viewer"},
        GET="401 401 401 200 404 404",
        POST="401 401 401 403 404 404",
    ),
    "api:member": rule({"role": "viewer"}, PATCH="401 401 401 403 404 404"),
    "api:remove_member": rule(POST="401 401 401 403 404 404"),
    "api:tokens": API_READ,
    "api:revoke_token": API_ACT,
    "api:audit": API_READ,
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
    "api:methods": API_READ,
    "api:campaign_items": API_READ,
    "api:filters": rule(
        {"name": "New", "filter": {"tie": "yes"}},
        GET="401 401 401 200 404 404",
        POST="401 401 401 201 404 404",
    ),
    "api:filter": rule({"name": "New"}, PATCH="401 401 401 200 404 404"),
    "api:delete_filter": rule(POST="401 401 401 204 404 404"),
    "api:judgments": API_READ,
    "api:signals": API_READ,
    "api:history": API_READ,
    "api:project_biases": API_READ,
    "api:item_events": API_READ,
    "api:consents": API_READ,
    # The study has no report: tests/api/test_reports.py.
    "api:plan": rule(GET="401 401 401 409 404 404"),
    "api:biases": rule(GET="401 401 401 409 404 404"),
    "api:worker_signals": rule(GET="401 401 401 404 404 404"),
    # Owners only: tests/api/test_prolific.py.
    "api:held_sets": rule(
        {"set": lambda house: house.set.pk},
        GET="401 401 401 200 404 404",
        POST="401 401 401 200 404 404",
    ),
    # The study's campaign is launched.
    "api:suggestions": rule(
        {"set": lambda house: house.set.pk},
        GET="401 401 401 200 404 404",
        POST="401 401 401 409 404 404",
    ),
    "api:drop_suggestions": rule(POST="401 401 401 409 404 404"),
    "api:held_set": API_READ,
    "api:let_go_set": API_ACT,
    "api:questions": API_READ,
    "api:answer_question": rule(
        {"text": "Cut before it.", "submission_id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301"},
        POST="401 401 401 200 404 404",
    ),
    "api:settle_questions": rule({"until": 1}, POST="401 401 401 200 404 404"),
    "api:waiting_workers": rule(
        {"workers": [1], "then": "approve"},
        GET="401 401 401 200 404 404",
        POST="401 401 401 200 404 404",
    ),
    "api:end_links": rule(POST="401 401 401 403 404 404"),
    "api:leave_project": rule(POST="401 401 401 204 404 404"),
    "api:project_money": rule(
        {"budget": None, "least_hourly": None, "currency": ""},
        GET="401 401 401 200 404 404",
        POST="401 401 401 403 404 404",
    ),
    # The study is of segmentation; tests/api/test_follow_up.py has a collection and questions.
    "api:sites": rule(GET="401 401 401 400 404 404"),
    "api:alike_sites": rule(GET="401 401 401 400 404 404"),
    "api:make_documents": rule({"name": "New"}, POST="401 401 401 400 404 404"),
    "api:ask_for_evidence": rule(
        {"name": "New", "documents": lambda house: house.study.campaign.dataset_id},
        POST="401 401 401 400 404 404",
    ),
    # They accept forms only; tests/api/test_pictures.py sends some.
    "api:pictures": rule(POST="401 401 401 415 415 415"),
    "api:describe_picture": rule({"alt": "A list."}, POST="401 401 401 200 404 404"),
    "api:remove_picture": rule(POST="401 401 401 200 404 404"),
    "api:shown_pictures": rule(GET="401 401 401 200 404 404", POST="401 401 401 415 415 415"),
    # The study's campaign is launched, so its pictures stay.
    "api:hide_picture": rule({"name": "a.png"}, POST="401 401 401 409 404 404"),
    "api:reviews": rule({"review": "rejected", "reason": "spam"}, POST="401 401 401 200 404 404"),
    "api:foresee_review": rule({"review": "rejected"}, POST="401 401 401 200 404 404"),
    "api:review": API_READ,
    "api:undo_review": API_ACT,
    "api:decisions": rule(
        {
            "submission_id": "8e5f3f0a-4c1b-4b39-9c1d-0d2f3a4b5c6d",
            "hit": lambda house: house.assignment.hit_id,
            "payload": lambda house: house.drawn,
            "replaces": lambda house: [house.decision.pk],
        },
        GET="401 401 401 200 404 404",
        POST="401 401 401 201 404 404",
    ),
    "api:waiting": API_READ,
    "api:beside_decisions": API_READ,
    "api:adjudicators": rule({"adjudicators": 2}, POST="401 401 401 200 404 404"),
    "api:withdraw_decision": API_ACT,
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
    "api:compensations": rule(
        {
            "workers": lambda house: [house.study.enrolment.worker.number],
            "amount": "0.01",
            "reason": "for your time",
        },
        POST="401 401 401 200 404 404",
    ),
    "api:take_back_compensations": rule(
        {"workers": lambda house: [house.study.enrolment.worker.number]},
        POST="401 401 401 200 404 404",
    ),
    "api:workers": API_READ,
    "api:worker_ids": rule(GET="401 401 401 403 404 404"),
    "api:release_lease": API_ACT,
    "api:stop_worker": API_ACT,
    "api:restore_worker": API_ACT,
    "api:exclude_worker": rule({"reason": "spam"}, POST="401 401 401 200 404 404"),
    "api:include_worker": API_ACT,
    "api:gold": API_READ,
    "api:file": API_READ,
    # It needs a file, in a form: tests/api/test_sets.py.
    "api:sets": rule(GET="401 401 401 200 200 200", POST="401 401 401 415 415 415"),
    "api:dataset_in_bulk": rule(
        {
            "project": lambda house: house.study.project.pk,
            "name": "New",
            "rows": [{"text": "a b"}],
        },
        POST="401 401 401 201 404 404",
    ),
    "api:set_in_bulk": rule(
        {
            "dataset": lambda house: house.study.campaign.dataset_id,
            "scheme": "flat",
            "name": "New",
            "rows": lambda house: [
                {
                    "item": house.study.campaign.dataset.items.first().pk,
                    "annotator": 1,
                    "payload": {"boundaries": [0, 0]},
                }
            ],
        },
        POST="401 401 401 201 404 404",
    ),
    "api:set": API_READ,
    "api:annotations": API_READ,
    "api:snapshots": rule(GET="401 401 401 200 404 404", POST="401 401 401 202 404 404"),
    "api:snapshot": rule(GET="401 401 401 200 404 404", DELETE="401 401 401 200 404 404"),
    "api:restore_snapshot": API_ACT,
    "api:publish_snapshot": rule({"authors": "Ada Brandt"}, POST="401 401 401 403 404 404"),
    "api:unpublish_snapshot": rule(POST="401 401 401 403 404 404"),
    "api:snapshot_file": API_READ,
    "api:dataset_imports": API_READ,
    "api:dataset_import": API_READ,
    "api:set_imports": API_READ,
    "api:set_import": API_READ,
    "api:import_the_rest": rule({"leave_out": 1}, POST="401 401 401 202 404 404"),
    **{f"api:discard_{kind}": API_ACT for kind in ("set_import", "dataset_import")},
    "api:words": rule(
        {"language": "en", "words": ["of"]},
        GET="401 401 401 200 404 404",
        POST="401 401 401 200 404 404",
    ),
    "api:rename_words": rule({"to": "de"}, POST="401 401 401 200 404 404"),
    "api:rename_project": rule({"name": "New"}, POST="401 401 401 403 404 404"),
    **{
        f"api:rename_{kind}": rule({"name": "New"}, POST="401 401 401 200 404 404")
        for kind in ("campaign", "dataset", "set")
    },
    "nowhere": rule(GET=NOWHERE, POST=NOWHERE, PUT=NOWHERE, PATCH=NOWHERE, DELETE=NOWHERE),
}
