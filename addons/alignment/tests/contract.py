"""The addresses of alignments and samples, for tests of the core."""

from collections.abc import Mapping

from addons.alignment.models import Alignment
from addons.alignment.tests.requested import aligned, request_draw
from annotation.models import Dataset, Job, Project, User
from tests.helpers.addons import Contract
from tests.helpers.documents import make_documents
from tests.helpers.jobs import carry_out
from tests.permissions.rules import (
    API_ACT,
    API_READ,
    OF_PAIRS,
    PAGE,
    act,
    by_members,
    by_tokens,
    form,
)

READY = Job.Status.READY
# Other addresses are of a dataset of texts.
OF_DOCUMENTS = by_members(GET=400, POST=400)
API_OF_DOCUMENTS = by_tokens({"name": "New"}, GET=200, POST=400)
API_RENAME = by_tokens({"name": "New"}, POST=200)


def make(project: Project, user: User) -> Mapping[str, object]:
    alignment = Alignment.objects.filter(dataset__project=project, status=READY).first()
    if alignment is None:
        documents = project.datasets.filter(kind=Dataset.Kind.DOCUMENTS).first()
        alignment = aligned(documents or make_documents(project), user)
    return {
        "draw_id": carry_out(request_draw(alignment.dataset, user)).pk,
        "alignment_id": alignment.pk,
        "group": 1,
        "gold": next(iter(alignment.results.get("disagreements", ())), "pairs-1"),
    }


CONTRACT = Contract(
    rules={
        "research:alignments": PAGE,
        "research:new_alignment": OF_DOCUMENTS,
        "research:alignment": PAGE,
        "research:alignment_progress": PAGE,
        "research:discard_alignment": act(),
        "research:restore_alignment": act(),
        "research:rename_alignment": form(name="New"),
        "research:groups_jsonl": PAGE,
        "research:documents_xml": by_members(GET=400),
        "research:alignment_group": PAGE,
        # Pairs of its documents have no judgments: test_alignment_pages.py.
        "research:alignment_crowd": OF_PAIRS,
        "research:alignment_csv": OF_PAIRS,
        "research:new_draw": OF_DOCUMENTS,
        "research:draw": PAGE,
        "research:draw_progress": PAGE,
        "research:discard_draw": act(),
        "research:keep_draw": act(),
        "research:rename_draw": form(name="New"),
        "api:alignments": API_OF_DOCUMENTS,
        "api:draws": API_OF_DOCUMENTS,
        **{f"api:{name}": API_READ for name in ("draw", "alignment", "groups")},
        "api:keep_draw": by_tokens(POST=201),
        "api:discard_draw": API_ACT,
        "api:discard_alignment": API_ACT,
        "api:restore_alignment": API_ACT,
        "api:rename_draw": API_RENAME,
        "api:rename_alignment": API_RENAME,
    },
    roles={
        "all": """
            research:alignments research:alignment research:alignment_csv
            research:alignment_progress research:draw_progress api:alignment GET/api:alignments
            GET/api:draws
        """,
        "readers": "research:alignment_crowd research:alignment_group research:draw api:draw",
        "managers": """
            research:new_alignment research:discard_alignment POST/api:alignments
            research:restore_alignment research:rename_alignment api:groups research:groups_jsonl
            research:documents_xml
            api:rename_alignment api:discard_alignment api:restore_alignment research:new_draw
            research:discard_draw research:keep_draw research:rename_draw POST/api:draws
            api:keep_draw api:rename_draw api:discard_draw
        """,
    },
    scopes={
        "read": "api:alignment GET/api:alignments api:draw GET/api:draws",
        "files": "api:groups",
        "write": "POST/api:alignments POST/api:draws api:keep_draw api:rename_alignment "
        "api:rename_draw",
        "delete": "api:discard_alignment api:discard_draw api:restore_alignment",
    },
    charts={"research:alignment_csv": "methods-pairs-1"},
    writes="""
        discard_alignment  discard_alignment
        discard_draw       discard_draw
        keep_draw          keep_draw
        new_alignment      ask_for_alignment
        new_draw           ask_for_draw
        rename_alignment   rename_alignment
        rename_draw        rename_draw
        restore_alignment  restore_alignment
    """,
    reads="""
        alignment           read_alignment
        alignment_group     list_groups
        alignment_progress  read_alignment
        alignments          list_alignments
        documents_xml       list_items
        draw                read_draw
        draw_progress       read_draw
        groups_jsonl        list_groups
    """,
    without_operation={
        "alignment_crowd": "it compares judgments with groups: list_judgments and list_groups "
        "return both",
        "alignment_csv": "the same",
    },
    beginnings=("list_draws", "list_alignments"),
    of_documents="draws alignments",
    no_pages=frozenset(
        {
            *(
                "alignment_csv",
                "groups_jsonl",
                "documents_xml",
                "alignment_progress",
                "draw_progress",
            ),
            *("discard_alignment", "restore_alignment", "discard_draw", "keep_draw"),
        }
    ),
    make=make,
)
