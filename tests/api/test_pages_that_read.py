"""Pages that show data and the API operations that return it: each page has one, or a reason to
have none."""

from collections.abc import Iterator

import pytest

from tests.api.test_described import read_schema
from tests.api.test_pages_have_operations import NONE, same
from tests.helpers.addons import contracts, listed
from tests.test_permissions import TABLE

pytestmark = pytest.mark.xdist_group("schema")

# The page, then the operations.
READS = """
app                     list_items
audit                   list_audit
away                    list_deleted
baselines               read_figures
biases                  read_biases
breakdowns              read_breakdowns
breakdowns_csv          read_breakdowns
campaign                read_campaign read_figures
campaign_cost           read_costs
campaigns               list_campaigns
collection              list_sites read_alike_sites
consent                 read_consent list_consents
consent_csv             list_consents
crowd                   read_figures
crowd_csv               read_figures
dataset                 read_dataset list_items
datasets                list_datasets
decisions               list_decisions read_beside_decisions
decisions_csv           read_beside_decisions
export                  list_snapshots
export_file             read_file
export_gold             read_gold
filter                  list_campaign_items
filters                 list_filters
history                 read_history
item                    list_campaign_items list_judgments
item_history            list_item_events
items                   list_campaign_items
judgments               list_judgments
known_answers           list_right_answers
lab                     list_biases
lab_csv                 list_biases
listed_ids              list_listed_ids
live                    read_figures
members                 list_members list_invitations
methods                 read_methods
methods_file            read_methods
model                   read_held_set
model_csv               read_held_set
models                  list_held_sets
next_decision           list_waiting
pay                     read_pay list_pay list_ledger
pay_csv                 list_pay
payments                list_payments list_payment_lines
payments_file           list_payment_lines
planner                 read_plan
planner_csv             read_plan
project                 list_projects list_campaigns list_datasets
project_pay             read_project_money
projects                list_projects
projects_away           list_deleted
question_thread         list_questions
questions               list_questions
review                  read_review
dataset_import          read_dataset_import
dataset_import_progress read_dataset_import
set                     read_set list_annotations
set_import              read_set_import
set_import_progress     read_set_import
sets                    list_sets
shown_pictures          list_shown_pictures
signals                 list_signals
signals_csv             list_signals
twins                   list_signals read_signals
twins_csv               list_signals read_signals
skips_csv               list_campaign_items
snapshot                read_snapshot
snapshot_file           read_snapshot_file
snapshot_progress       read_snapshot
suggestions             read_suggestions
tokens                  list_tokens
waiting_workers         list_waiting_workers
who_may_join            list_listed_ids
words                   list_words
worker_ids              list_worker_ids
worker_ids_csv          list_worker_ids
worker_signals          read_signals
worker_signals_csv      read_signals
workers                 list_workers
workers_csv             list_workers
workload_csv            list_workers
"""
ABOUT_MIDPATH = "it tells of Midpath, not of a study; the schema is at /api/v1/schema/"
NOT_WAITING = "an operation imports at once or refuses, so nothing waits to be looked at"
OF_PEOPLE = "it is drawn for people; a program has it in what it was made from"
WITHOUT = {
    **dict.fromkeys(("help", "help_page", "operation", "operations"), ABOUT_MIDPATH),
    **dict.fromkeys(("upload", "rows_left_out"), NOT_WAITING),
    "campaign_picture": "it is the file that show_picture was sent",
    "dry_run": OF_PEOPLE,
    "desk_decision": "a desk is where people decide: list_waiting has the HIT, decide its answer",
    "foreseen_figures": "it is a part of a form; foresee_exclusion and foresee_review tell it",
    **dict.fromkeys(("null", "null_file"), ABOUT_MIDPATH),
    "new_cost": "it is of a form that is not sent yet; read_costs tells it of a draft",
    "picture": "it is the file that add_picture was sent",
    "preview": OF_PEOPLE,
    "receipts": "it is a file for bookkeeping; list_ledger has what stands in it",
    "search": "it leads from a name to a page; lists of operations have the names",
}


def reads() -> dict[str, list[str]]:
    return listed(READS, *(one.reads for one in contracts()))


def reading() -> Iterator[str]:
    """Yield the pages of researchers that only read."""
    for name, rule in TABLE.items():
        if "GET" in rule.statuses and name.startswith(("research:", "export_", "foreseen_")):
            yield name.removeprefix("research:")


def test_every_page_that_reads_has_an_operation_or_a_reason() -> None:
    """A page that only collects an operation's input shows no data of its own."""
    forms = same().keys() | NONE.keys()
    without = WITHOUT.keys() | {page for one in contracts() for page in one.without_operation}
    covered = reads().keys() | without
    pages = set(reading())
    assert pages <= covered | forms, pages - covered - forms
    assert covered <= pages
    assert not reads().keys() & without


def test_what_they_name_only_reads() -> None:
    there = {
        one["operationId"]
        for found in read_schema()["paths"].values()
        for method, one in found.items()
        if method == "get"
    }
    assert {name for operations in reads().values() for name in operations} <= there
