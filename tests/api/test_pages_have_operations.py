"""Pages that write and the API operations that do the same: each page has one, or a reason to have
none."""

from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.helpers.addons import contracts, listed
from tests.test_permissions import TABLE

LIFECYCLE = ("archive", "delete", "restore", "undelete")
THINGS = ("campaign", "dataset", "project", "set")
RENAMED = (*THINGS, "filter")

# The page, then the operations.
SAME = """
app                     add_picture
ask_evidence            ask_for_evidence
change_answer           keep_right_answers
change_member           change_member
choose_reading          create_dataset
choose_suggestions      choose_suggestions
choose_version          decide
code_decision           code_decision
collection              make_documents
compensate              compensate_workers
consent                 change_consent
decide                  decide
decide_workers          decide_workers
delete_filter           delete_filter
describe_picture        describe_picture
discard_dataset_import  discard_dataset_import
discard_snapshot        delete_snapshot
discard_set_import      discard_set_import
draw_answer             keep_right_answers
drop_suggestions        drop_suggestions
duplicate_campaign      duplicate_campaign
count_pilot             count_pilot
edit_campaign           edit_campaign
end_pilot               end_pilot
end_links               end_links
exclude_worker          exclude_worker
exclude_workers         exclude_worker
export                  ask_for_snapshot
extend_campaign         extend_campaign
filters                 save_filter
hide_picture            hide_picture
hold_set                hold_set
import_other_rows       create_dataset_in_bulk
import_the_rest         import_the_rest
import_upload           create_dataset
include_worker          include_worker
include_workers         include_worker
invitations             sign_links
invite                  invite
keep_answer             keep_right_answers
leave_project           leave_project
let_go_set              let_go_set
license_dataset         license_dataset
limits                  limit_campaign
make_payments           make_payments
make_question_texts     make_question_texts
members                 add_member
move_campaign           launch_campaign pause_campaign resume_campaign close_campaign
new_campaign            create_campaign
new_dataset             create_dataset
new_project             create_project
new_set                 upload_set
pay_terms               set_pay
pay_worker              enter_pay
payments_answer         settle_payments
people                  change_people
project_pay             set_project_money
publish_snapshot        publish_snapshot
put_back_answer         keep_right_answers
question_thread         answer_question
release_item            release_lease
release_lease           release_lease
remove_answer           remove_right_answer
remove_member           remove_member
remove_picture          remove_picture
rename_words            rename_words
restore_snapshot        restore_snapshot
restore_worker          restore_worker
review_judgment         review_judgments
review_judgments        review_judgments
revoke_token            revoke_token
save_reasons            set_reasons
settle_payments         settle_payments
settle_questions        settle_questions
share_decisions         share_decisions
shown_pictures          show_picture
stop_worker             stop_worker
take_back_compensations take_back_compensations
undo_review             undo_review
unpublish_snapshot      unpublish_snapshot
who_may_join            change_listed_ids
withdraw_decision       withdraw_decision
withdraw_invitation     withdraw_invitation
words                   set_words
"""
# Pages that write and have no operation, with the reason.
NONE = {
    "discard_upload": "an operation imports at once or refuses, so nothing waits",
    "dismiss_hint": "a hint is on a page",
    "end_dry_run": "a dry run is for eyes: people go through it in a browser",
    "erase_worker": "it cannot be undone: the page tells what goes, and asks twice",
    "new_instructions": "it only shows the instructions that were typed",
    "preview": "it takes nothing from anybody",
    "restore_hints": "a hint is on a page",
    "start_dry_run": "a dry run is for eyes: people go through it in a browser",
    "stop_simulation": "only a demo that runs has simulated workers to stop",
    "tokens": "a token makes no token",
}


def same() -> dict[str, list[str]]:
    """Return the operations of each page that has some."""
    found = listed(SAME, *(one.writes for one in contracts()))
    for kind in THINGS:
        found |= {f"{step}_{kind}": [f"{step}_{kind}"] for step in LIFECYCLE[:3]}
        found[f"undelete_{kind}"] = [f"undo_deletion_of_{kind}"]
    return found | {f"rename_{kind}": [f"rename_{kind}"] for kind in RENAMED}


def writing() -> Iterator[str]:
    """Yield the pages of researchers that take a POST."""
    for name, rule in TABLE.items():
        if name.startswith("research:") and "POST" in rule.statuses:
            yield name.removeprefix("research:")


def test_every_page_that_writes_has_an_operation_or_a_reason() -> None:
    assert sorted(writing()) == sorted([*same(), *NONE])
    assert not same().keys() & NONE.keys()


@pytest.mark.long
def test_the_operations_are_there() -> None:
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    there = {one["operationId"] for found in schema["paths"].values() for one in found.values()}
    named = {name for operations in same().values() for name in operations}
    assert named <= there
