"""Scopes of tokens, by the addresses that they open; if it depends on the method, that precedes the
address.

This repeats what the operations name, so that an operation that requires too little is found. When
you add an operation, decide here.
"""

from collections.abc import Iterator

from tests.helpers.addons import contracts

SCOPES = {
    "read": """
        api:set_import api:set_imports api:dataset_import api:dataset_imports
        GET/api:words api:annotations api:audit api:beside_decisions GET/api:reasons
        GET/api:campaign api:campaign_items GET/api:campaigns
        GET/api:consent api:costs api:dataset GET/api:datasets GET/api:decisions api:deleted
        api:figures GET/api:filters api:held_set GET/api:held_sets api:items api:judgments
        GET/api:project_money api:sites api:alike_sites
        api:ledger GET/api:members api:methods api:pay api:pay_of_workers GET/api:projects
        api:questions api:history api:plan api:biases api:project_biases api:item_events
        api:breakdowns api:wordings api:consents api:worker_signals
        api:review GET/api:right_answers api:set
        GET/api:sets api:signals GET/api:suggestions api:tokens api:workers
    """,
    "files": """
        api:file api:gold GET/api:snapshot api:snapshot_file api:snapshots
    """,
    "files write": "api:publish_snapshot api:unpublish_snapshot",
    "write": """
        api:adjudicators PATCH/api:campaign POST/api:campaigns api:close
        POST/api:consent POST/api:datasets POST/api:projects api:delete_filter
        api:dataset_in_bulk api:set_in_bulk api:answer_question api:settle_questions
        api:pictures api:describe_picture api:remove_picture api:shown_pictures api:hide_picture
        api:waiting_workers api:make_documents api:make_question_texts api:ask_for_evidence
        api:drop_suggestions api:duplicate api:end_pilot api:count_pilot
        api:extend api:filter POST/api:filters
        POST/api:held_sets api:launch api:let_go_set api:limits api:pause api:people
        api:remove_right_answer api:resume POST/api:right_answers POST/api:sets
        POST/api:suggestions
        POST/api:words POST/api:reasons api:license_dataset api:rename_campaign
        api:rename_dataset
        api:rename_set api:rename_words api:import_the_rest
    """,
    "work": """
        POST/api:decisions api:code_decision
        api:exclude_worker api:foresee_exclusion api:foresee_review
        api:include_worker api:release_lease api:restore_worker api:reviews api:stop_worker
        api:undo_review api:waiting api:withdraw_decision
    """,
    "money": """
        POST/api:project_money
        api:enter_pay api:compensations api:take_back_compensations
        api:pay_terms
    """,
    "money ids": """
        api:payment_lines api:payment_lists api:settle_payments
    """,
    "people": """
        api:leave_project
        api:invitations api:member POST/api:members api:remove_member api:revoke_token
        api:withdraw_invitation api:rename_project
    """,
    "delete": """
        api:archive_campaign api:archive_dataset api:archive_project api:archive_set
        api:delete_campaign api:delete_dataset api:delete_project
        api:delete_set api:restore_campaign api:restore_dataset
        api:restore_project api:restore_set api:restore_snapshot DELETE/api:snapshot
        api:discard_set_import api:discard_dataset_import
        api:undelete_campaign api:undelete_dataset api:undelete_project api:undelete_set
    """,
    "ids": "api:end_links api:listed_ids api:signed_links api:worker_ids",
}


def listed_scopes() -> Iterator[tuple[str, str]]:
    """Yield the scopes with their addresses, and those of add-ons."""
    yield from SCOPES.items()
    for one in contracts():
        yield from one.scopes.items()


def scopes_of(method: str, name: str) -> frozenset[str]:
    return frozenset(_found(method, name))


def _found(method: str, name: str) -> Iterator[str]:
    for scopes, names in listed_scopes():
        if {name, f"{method}/{name}"} & set(names.split()):
            yield from scopes.split()
