"""Roles of members, by the addresses that they may use; all others are refused. If it depends on
the method, that precedes the address.

This repeats the capabilities named by the views, so that a view naming a wrong one is found. When
you add an address, decide here.
"""

from tests.helpers.addons import role_of_addons


def _names(listed: str, of_addons: str) -> frozenset[str]:
    """Return the addresses, with those of add-ons for the same members."""
    return frozenset(listed.split()) | role_of_addons(of_addons)


# Every member.
ALL = _names(
    """
    api:audit api:beside_decisions GET/api:reasons
    api:biases api:breakdowns api:wordings GET/api:campaign GET/api:campaigns GET/api:consent
    api:costs api:dataset api:dataset_imports GET/api:datasets api:deleted api:figures api:held_set
    GET/api:held_sets api:history api:leave_project GET/api:members api:methods api:pay api:plan
    api:project_biases GET/api:project_money GET/api:projects api:revoke_token api:set
    api:set_imports GET/api:sets GET/api:suggestions api:tokens research:audit research:away
    research:baselines research:biases research:breakdowns research:breakdowns_csv research:campaign
    research:campaigns research:crowd research:crowd_csv research:dataset_import_progress
    research:datasets research:decisions research:decisions_csv research:history research:lab
    research:lab_csv research:leave_project research:live GET/research:members research:methods
    research:methods_file research:model research:models research:planner research:planner_csv
    research:project GET/research:project_pay research:revoke_token research:search
    research:set_import_progress research:sets research:snapshot_progress research:suggestions
    research:tokens
    """,
    "all",
)
# All but auditors.
READERS = _names(
    """
    api:alike_sites api:annotations api:campaign_items api:dataset_import GET/api:decisions
    GET/api:filters api:item_events api:items GET/api:right_answers api:set_import api:sites
    GET/research:app research:campaign_picture GET/research:collection research:dataset
    research:dataset_import research:filter GET/research:filters research:item research:item_history
    research:items research:known_answers research:picture research:preview research:set
    research:set_import
    """,
    "readers",
)
# Readers who are not blind.
SEEING = _names(
    """
    api:consents api:judgments api:ledger api:pay_of_workers api:questions api:review api:signals
    api:worker_signals api:workers research:consent_csv research:judgments research:model_csv
    research:pay research:pay_csv GET/research:question_thread research:questions research:review
    research:signals research:signals_csv research:skips_csv research:twins research:twins_csv
    research:worker_signals research:worker_signals_csv research:workers research:workers_csv
    research:workload_csv
    """,
    "seeing",
)
# Owners, managers and adjudicators.
DECIDING = _names(
    """
    POST/api:decisions api:code_decision api:waiting
    api:withdraw_decision research:choose_version research:code_decision research:decide
    research:desk_decision research:next_decision research:withdraw_decision
    """,
    "deciding",
)
# Owners and managers.
MANAGERS = _names(
    """
    api:adjudicators api:answer_question api:ask_for_evidence PATCH/api:campaign POST/api:campaigns
    api:close api:compensations POST/api:consent api:dataset_in_bulk POST/api:datasets
    api:delete_campaign api:delete_dataset api:delete_filter api:delete_project api:delete_set
    api:describe_picture api:discard_dataset_import api:discard_set_import api:drop_suggestions
    api:duplicate api:enter_pay api:exclude_worker api:extend api:file api:filter POST/api:filters
    api:foresee_exclusion api:foresee_review api:gold POST/api:held_sets api:hide_picture
    api:import_the_rest api:include_worker api:launch api:let_go_set api:license_dataset api:limits
    api:make_documents api:make_question_texts
    api:count_pilot api:end_pilot
    api:pause api:pay_terms api:people api:pictures api:release_lease api:remove_picture
    api:remove_right_answer api:rename_campaign api:rename_dataset api:rename_set api:rename_words
    api:restore_snapshot api:restore_worker api:resume api:reviews POST/api:right_answers
    api:set_in_bulk POST/api:sets api:settle_questions api:shown_pictures api:snapshot
    api:snapshot_file api:snapshots api:stop_worker POST/api:suggestions api:take_back_compensations
    api:undelete_campaign api:undelete_dataset api:undelete_project api:undelete_set api:undo_review
    api:waiting_workers api:words export_file export_gold foreseen_figures POST/research:app
    research:ask_evidence research:campaign_cost research:change_answer research:choose_reading
    research:choose_suggestions POST/research:collection research:compensate research:consent
    research:decide_workers research:delete_campaign research:delete_dataset research:delete_filter
    research:delete_project research:delete_set research:describe_picture
    research:discard_dataset_import research:discard_set_import research:discard_snapshot
    research:discard_upload research:draw_answer research:drop_suggestions research:dry_run
    research:duplicate_campaign research:edit_campaign research:end_dry_run research:exclude_worker
    research:exclude_workers research:export research:extend_campaign POST/research:filters
    research:hide_picture research:hold_set research:import_other_rows research:import_the_rest
    research:import_upload research:include_worker research:include_workers research:keep_answer
    research:let_go_set research:license_dataset research:limits research:move_campaign
    research:make_question_texts
    research:new_campaign
    research:new_cost research:new_dataset research:new_instructions research:new_set
    research:pay_terms research:pay_worker research:people research:put_back_answer
    POST/research:question_thread research:release_item research:release_lease
    research:remove_answer research:remove_picture research:rename_campaign research:rename_dataset
    research:count_pilot research:end_pilot
    research:rename_filter research:rename_set research:rename_words research:restore_snapshot
    research:restore_worker research:review_judgment research:review_judgments
    research:rows_left_out POST/api:reasons
    research:save_reasons research:settle_questions research:share_decisions
    research:shown_pictures research:snapshot research:snapshot_file research:start_dry_run
    research:stop_worker research:take_back_compensations research:undelete_campaign
    research:undelete_dataset research:undelete_project research:undelete_set research:undo_review
    research:upload research:waiting_workers research:words
    """,
    "managers",
)
# Owners alone.
OWNERS = _names(
    """
    api:archive_campaign api:archive_dataset api:archive_project api:archive_set api:end_links
    api:invitations api:listed_ids api:member POST/api:members api:payment_lines api:payment_lists
    POST/api:project_money api:publish_snapshot api:remove_member api:rename_project
    api:restore_campaign api:restore_dataset api:restore_project api:restore_set api:settle_payments
    api:signed_links api:unpublish_snapshot api:withdraw_invitation api:worker_ids
    research:archive_campaign research:archive_dataset research:archive_project research:archive_set
    research:change_member research:end_links research:erase_worker research:invitations
    research:invite research:listed_ids research:make_payments POST/research:members
    research:payments research:payments_answer research:payments_file POST/research:project_pay
    research:publish_snapshot research:receipts research:remove_member research:rename_project
    research:restore_campaign research:restore_dataset research:restore_project research:restore_set
    research:settle_payments research:stop_simulation research:unpublish_snapshot
    research:who_may_join research:withdraw_invitation research:worker_ids research:worker_ids_csv
    """,
    "owners",
)
MAY = {
    "owner": ALL | READERS | SEEING | DECIDING | MANAGERS | OWNERS,
    "manager": ALL | READERS | SEEING | DECIDING | MANAGERS,
    "adjudicator": ALL | READERS | SEEING | DECIDING,
    "blind adjudicator": ALL | READERS | DECIDING,
    "viewer": ALL | READERS | SEEING,
    "blind viewer": ALL | READERS,
    "auditor": ALL,
}


def may(role: str, method: str, name: str) -> bool:
    return not MAY[role].isdisjoint({name, f"{method}/{name}"})


def sees(method: str, name: str) -> bool:
    return may("owner", method, name)
