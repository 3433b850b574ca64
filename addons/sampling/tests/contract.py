"""The addresses of samples and lengths, for tests of the core."""

from collections.abc import Mapping

from addons.sampling.tests.requested import TEXT_FORM, request_sample
from annotation.models import Dataset, Project, User
from tests.helpers.addons import Contract
from tests.helpers.jobs import carry_out
from tests.permissions.rules import API_ACT, API_READ, PAGE, act, by_tokens, form

OPTIONS = {"name": "New", "size": 3, "shortest": 1, "longest": 9}


def make(project: Project, user: User) -> Mapping[str, object]:
    dataset = project.datasets.filter(kind=Dataset.Kind.TEXTS).earliest("pk")
    sample = request_sample(dataset, user, shortest=1, longest=60, size=1, lengths="own")
    return {"sample_id": carry_out(sample).pk}


CONTRACT = Contract(
    rules={
        "research:new_sample": form(**TEXT_FORM | {"name": "New"}),
        "research:sample": PAGE,
        "research:sample_progress": PAGE,
        "research:discard_sample": act(),
        "research:keep_sample": act(),
        "research:rename_sample": form(name="New"),
        "research:lengths": PAGE,
        "research:lengths_csv": PAGE,
        "api:samples": API_READ,
        "api:text_samples": by_tokens(OPTIONS, POST=202),
        "api:random_samples": by_tokens(OPTIONS, POST=202),
        "api:sentence_samples": by_tokens(OPTIONS, POST=400),
        "api:sample": API_READ,
        "api:lengths": API_READ,
        "api:keep_sample": by_tokens(POST=201),
        "api:discard_sample": API_ACT,
        "api:rename_sample": by_tokens({"name": "New"}, POST=200),
    },
    roles={
        "all": """
            research:lengths research:lengths_csv research:sample_progress api:samples api:lengths
        """,
        "readers": "research:sample api:sample",
        "managers": """
            research:new_sample research:discard_sample research:keep_sample
            research:rename_sample api:text_samples api:random_samples api:sentence_samples
            api:keep_sample api:rename_sample api:discard_sample
        """,
    },
    scopes={
        "read": "api:samples api:sample api:lengths",
        "write": "api:text_samples api:random_samples api:sentence_samples api:keep_sample "
        "api:rename_sample",
        "delete": "api:discard_sample",
    },
    writes="""
        discard_sample  discard_sample
        keep_sample     keep_sample
        new_sample      ask_for_text_sample ask_for_random_sample ask_for_sentence_sample
        rename_sample   rename_sample
    """,
    reads="""
        lengths          read_lengths
        lengths_csv      read_lengths
        sample           read_sample
        sample_progress  read_sample
    """,
    beginnings=("list_samples",),
    of_documents="sentence_samples",
    no_pages=frozenset({"lengths_csv", "sample_progress", "discard_sample", "keep_sample"}),
    patterns={
        name: (["0", "-2.5", "1.000001"], ["", "1e3", ".5", "1.0000001", "1\n"])
        for name in ("least", "most")
    },
    make=make,
)
