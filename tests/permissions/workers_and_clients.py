"""The addresses of workers and of API clients, and what each caller gets there."""

from tests.permissions.rules import (
    API_ACT,
    API_READ,
    EVERYONE,
    NOWHERE,
    by_tokens,
    by_workers,
    rule,
)

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
    "worker:resume": by_workers(POST=302),
    "worker:join": rule({"name": "Ada"}, GET=EVERYONE, POST="302 302 302 302 302 302"),
    # The study's campaign requires no consent; tests/worker/test_consent.py has one that does.
    "worker:consent": by_workers({"answer": "agree", "version": "1"}, GET=302, POST=302),
    # The study requires no practice; tests/worker/test_practice.py has one that does.
    "worker:practice": by_workers(GET=302, POST=409),
    "worker:practising": by_workers(GET=302),
    "worker:check_practice": rule(POST="403 404 404 403 403 403"),
    "worker:quiz": by_workers({"number": "1"}, GET=302, POST=409),
    "worker:declined": by_workers(GET=302),
    "worker:instructions": by_workers(GET=200, POST=302),
    "worker:next": by_workers(POST=302),
    # The study's campaign has no warm-up, so the page redirects.
    "worker:warm_up": by_workers(GET=302, POST=302),
    "worker:hit": rule(GET="door 200 200 door door door"),
    "worker:submit": rule(POST="403 415 415 403 403 403"),
    "worker:return": rule(POST="door 302 404 door door door"),
    "worker:picture": rule(GET=NOWHERE),
    # The study is not a dry run: tests/publishing/test_dry_run.py.
    "worker:dry_run_again": rule(POST=NOWHERE),
    "worker:done": by_workers(GET=200),
    # No one waits here, so the page redirects.
    "worker:waiting": by_workers(GET=302),
    "worker:still_waiting": by_workers(GET=200),
    "worker:earnings": by_workers({"pay_to": "ada@example.org"}, GET=200, POST=302),
    # None of their work is rejected; tests/worker/test_objecting.py has such a case.
    "worker:object": by_workers(POST=404),
    "worker:questions": by_workers({"text": "Where?"}, GET=200, POST=302),
    "worker:read_answers": by_workers({"until": "1"}, POST=302),
    "worker:language": rule({"language": "es"}, POST="door door door door door door"),
    "worker:kept": by_workers(GET=200),
    "worker:kept_part": by_workers(GET=200),
    "worker:kept_file": by_workers(GET=200),
    "worker:withdraw": by_workers({"scope": "here", "sure": "yes"}, GET=200, POST=302),
    # Erasure needs the return code; tests/worker/test_leaving.py has it.
    "worker:erase": by_workers({"return_code": "wrong", "sure": "yes"}, GET=200, POST=400),
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
    "api:listed_ids": by_tokens({"side": "out", "add": ["one"]}, GET=403, POST=403),
    "api:consent": by_tokens({"text": "You may stop at any time."}, GET=200, POST=200),
    "api:foresee_exclusion": API_ACT,
    "api:right_answers": by_tokens(
        {
            "answers": lambda house: [
                {
                    "item": house.study.campaign.dataset.items.first().pk,
                    "payload": {"boundaries": [0, 0]},
                }
            ]
        },
        GET=200,
        POST=200,
    ),
    "api:remove_right_answer": API_ACT,
    "api:payment_lists": by_tokens({"sent_by": "link"}, GET=403, POST=403),
    "api:payment_lines": by_tokens(GET=403),
    "api:settle_payments": by_tokens({"outcome": "paid"}, POST=403),
    "api:projects": rule(
        {"name": "New"}, GET="401 401 401 200 200 200", POST="401 401 401 201 201 201"
    ),
    "api:invitations": by_tokens({"role": "viewer"}, GET=403, POST=403),
    "api:withdraw_invitation": by_tokens(POST=403),
    "api:members": by_tokens({"username": "nobody", "role": "viewer"}, GET=200, POST=403),
    "api:member": by_tokens({"role": "viewer"}, PATCH=403),
    "api:remove_member": by_tokens(POST=403),
    "api:tokens": API_READ,
    "api:revoke_token": API_ACT,
    "api:audit": API_READ,
    "api:datasets": rule(
        {"project": lambda house: house.study.project.pk, "name": "New", "rows": [{"text": "a b"}]},
        GET="401 401 401 200 200 200",
        POST="401 401 401 201 404 404",
    ),
    "api:dataset": API_READ,
    "api:license_dataset": by_tokens({"licence": "CC0-1.0"}, POST=200),
    "api:make_question_texts": by_tokens({"name": "New"}, POST=400),
    "api:items": API_READ,
    "api:campaigns": rule(
        {"dataset": lambda house: house.study.campaign.dataset_id, "name": "New", "scheme": "flat"},
        GET="401 401 401 200 200 200",
        POST="401 401 401 201 404 404",
    ),
    "api:campaign": by_tokens({"name": "New"}, GET=200, PATCH=409),
    "api:launch": by_tokens(POST=409),
    "api:end_pilot": by_tokens(POST=409),
    "api:count_pilot": by_tokens({"counts": False}, POST=409),
    "api:pause": API_ACT,
    "api:resume": API_ACT,
    "api:close": API_ACT,
    "api:duplicate": by_tokens({"name": "Copy"}, POST=201),
    "api:extend": by_tokens({"redundancy": 9}, POST=200),
    "api:costs": API_READ,
    "api:people": by_tokens({"screened": False}, POST=200),
    "api:signed_links": by_tokens({"ids": ["one"]}, POST=403),
    "api:limits": by_tokens({"most_workers": 50, "most_hits_per_worker": None}, POST=200),
    "api:figures": API_READ,
    "api:methods": API_READ,
    "api:campaign_items": API_READ,
    "api:filters": by_tokens({"name": "New", "filter": {"tie": "yes"}}, GET=200, POST=201),
    "api:filter": by_tokens({"name": "New"}, PATCH=200),
    "api:delete_filter": by_tokens(POST=204),
    "api:judgments": API_READ,
    "api:signals": API_READ,
    "api:history": API_READ,
    "api:project_biases": API_READ,
    "api:item_events": API_READ,
    "api:consents": API_READ,
    # The study has no report: tests/api/test_reports.py.
    "api:plan": by_tokens(GET=409),
    "api:biases": by_tokens(GET=409),
    "api:breakdowns": by_tokens(GET=409),
    "api:wordings": by_tokens(GET=409),
    "api:worker_signals": by_tokens(GET=404),
    # Owners only: tests/api/test_prolific.py.
    "api:held_sets": by_tokens({"set": lambda house: house.set.pk}, GET=200, POST=200),
    # The study's campaign is launched.
    "api:suggestions": by_tokens({"set": lambda house: house.set.pk}, GET=200, POST=409),
    "api:drop_suggestions": by_tokens(POST=409),
    "api:held_set": API_READ,
    "api:let_go_set": API_ACT,
    "api:questions": API_READ,
    "api:answer_question": by_tokens(
        {"text": "Cut before it.", "submission_id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301"},
        POST=200,
    ),
    "api:settle_questions": by_tokens({"until": 1}, POST=200),
    "api:waiting_workers": by_tokens({"workers": [1], "then": "approve"}, GET=200, POST=200),
    "api:end_links": by_tokens(POST=403),
    "api:leave_project": by_tokens(POST=204),
    "api:project_money": by_tokens(
        {"budget": None, "least_hourly": None, "currency": ""}, GET=200, POST=403
    ),
    # The study is of segmentation; tests/api/test_follow_up.py has a collection and questions.
    "api:sites": by_tokens(GET=400),
    "api:alike_sites": by_tokens(GET=400),
    "api:make_documents": by_tokens({"name": "New"}, POST=400),
    "api:ask_for_evidence": by_tokens(
        {"name": "New", "documents": lambda house: house.study.campaign.dataset_id}, POST=400
    ),
    # They accept forms only; tests/api/test_pictures.py sends some.
    "api:pictures": rule(POST="401 401 401 415 415 415"),
    "api:describe_picture": by_tokens({"alt": "A list."}, POST=200),
    "api:remove_picture": by_tokens(POST=200),
    "api:shown_pictures": rule(GET="401 401 401 200 404 404", POST="401 401 401 415 415 415"),
    # The study's campaign is launched, so its pictures stay.
    "api:hide_picture": by_tokens({"name": "a.png"}, POST=409),
    "api:reviews": by_tokens({"review": "rejected", "reason": "spam"}, POST=200),
    "api:foresee_review": by_tokens({"review": "rejected"}, POST=200),
    "api:review": API_READ,
    "api:undo_review": API_ACT,
    "api:decisions": by_tokens(
        {
            "submission_id": "8e5f3f0a-4c1b-4b39-9c1d-0d2f3a4b5c6d",
            "hit": lambda house: house.assignment.hit_id,
            "payload": lambda house: house.drawn,
            "replaces": lambda house: [house.decision.pk],
        },
        GET=200,
        POST=201,
    ),
    "api:waiting": API_READ,
    "api:beside_decisions": API_READ,
    "api:adjudicators": by_tokens({"adjudicators": 2}, POST=200),
    "api:withdraw_decision": API_ACT,
    "api:reasons": by_tokens({"reasons": [{"name": "Partial answer"}]}, GET=200, POST=200),
    "api:code_decision": by_tokens({"reasons": []}, POST=200),
    "api:pay": API_READ,
    "api:pay_terms": by_tokens({"budget": "9", "approve_after_days": None}, POST=200),
    "api:pay_of_workers": API_READ,
    "api:ledger": API_READ,
    "api:enter_pay": by_tokens(
        {"kind": "bonus", "amount": "0.01", "reason": "well read"}, POST=200
    ),
    "api:compensations": by_tokens(
        {
            "workers": lambda house: [house.study.enrolment.worker.number],
            "amount": "0.01",
            "reason": "for your time",
        },
        POST=200,
    ),
    "api:take_back_compensations": by_tokens(
        {"workers": lambda house: [house.study.enrolment.worker.number]}, POST=200
    ),
    "api:workers": API_READ,
    "api:worker_ids": by_tokens(GET=403),
    "api:release_lease": API_ACT,
    "api:stop_worker": API_ACT,
    "api:restore_worker": API_ACT,
    "api:exclude_worker": by_tokens({"reason": "spam"}, POST=200),
    "api:include_worker": API_ACT,
    "api:gold": API_READ,
    "api:file": API_READ,
    # It needs a file, in a form: tests/api/test_sets.py.
    "api:sets": rule(GET="401 401 401 200 200 200", POST="401 401 401 415 415 415"),
    "api:dataset_in_bulk": by_tokens(
        {"project": lambda house: house.study.project.pk, "name": "New", "rows": [{"text": "a b"}]},
        POST=201,
    ),
    "api:set_in_bulk": by_tokens(
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
        POST=201,
    ),
    "api:set": API_READ,
    "api:annotations": API_READ,
    "api:snapshots": by_tokens(GET=200, POST=202),
    "api:snapshot": by_tokens(GET=200, DELETE=200),
    "api:restore_snapshot": API_ACT,
    "api:publish_snapshot": by_tokens({"authors": "Ada Brandt"}, POST=403),
    "api:unpublish_snapshot": by_tokens(POST=403),
    "api:snapshot_file": API_READ,
    "api:dataset_imports": API_READ,
    "api:dataset_import": API_READ,
    "api:set_imports": API_READ,
    "api:set_import": API_READ,
    "api:import_the_rest": by_tokens({"leave_out": 1}, POST=202),
    **{f"api:discard_{kind}": API_ACT for kind in ("set_import", "dataset_import")},
    "api:words": by_tokens({"language": "en", "words": ["of"]}, GET=200, POST=200),
    "api:rename_words": by_tokens({"to": "de"}, POST=200),
    "api:rename_project": by_tokens({"name": "New"}, POST=403),
    **{
        f"api:rename_{kind}": by_tokens({"name": "New"}, POST=200)
        for kind in ("campaign", "dataset", "set")
    },
    "nowhere": rule(GET=NOWHERE, POST=NOWHERE, PUT=NOWHERE, PATCH=NOWHERE, DELETE=NOWHERE),
}
