"""The addresses of typologies, for tests of the core."""

from collections.abc import Mapping

from addons.typology.services import ask_for_typology
from annotation.models import Dataset, Project, User
from midpath.typology.options import TypologyOptions
from tests.helpers.addons import Contract
from tests.helpers.documents import make_documents
from tests.helpers.jobs import carry_out
from tests.permissions.rules import API_ACT, API_READ, PAGE, act, by_tokens, form


def make(project: Project, user: User) -> Mapping[str, object]:
    documents = project.datasets.filter(kind=Dataset.Kind.DOCUMENTS).first()
    typology = ask_for_typology(
        dataset=documents or make_documents(project),
        user=user,
        language="en",
        options=TypologyOptions(top=50),
    )
    return {"typology_id": carry_out(typology).pk}


CONTRACT = Contract(
    rules={
        "research:typologies": PAGE,
        "research:new_typology": form(
            language="en",
            by="entropy",
            top="50",
            samples="2",
            sentences="9",
            margin="0",
            resamples="0",
            seed="1",
        ),
        "research:typology": PAGE,
        "research:typology_progress": PAGE,
        "research:discard_typology": act(),
        "research:restore_typology": act(),
        "research:rename_typology": form(name="New"),
        "research:typology_csv": PAGE,
        "api:typologies": by_tokens({"language": "en"}, GET=200, POST=202),
        "api:typology": API_READ,
        "api:discard_typology": API_ACT,
        "api:restore_typology": API_ACT,
        "api:rename_typology": by_tokens({"name": "New"}, POST=200),
    },
    roles={
        "all": "research:typologies research:typology_progress GET/api:typologies",
        "readers": "research:typology research:typology_csv api:typology",
        "managers": """
            research:new_typology POST/api:typologies research:rename_typology
            research:discard_typology research:restore_typology api:rename_typology
            api:discard_typology api:restore_typology
        """,
    },
    scopes={
        "read": "GET/api:typologies api:typology",
        "write": "POST/api:typologies api:rename_typology",
        "delete": "api:discard_typology api:restore_typology",
    },
    charts={"research:typology_csv": "words"},
    writes="""
        discard_typology  discard_typology
        new_typology      ask_for_typology
        rename_typology   rename_typology
        restore_typology  restore_typology
    """,
    reads="""
        typologies         list_typologies
        typology           read_typology
        typology_csv       read_typology
        typology_progress  read_typology
    """,
    beginnings=("list_typologies",),
    no_pages=frozenset(
        {"typology_csv", "typology_progress", "discard_typology", "restore_typology"}
    ),
    patterns={"margin": (["0", "0.01", "1.000"], ["-1", "0.0001", "10", ".5", "", "1\n"])},
    make=make,
)
