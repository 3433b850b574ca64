"""The database catalogue: the current one of Midpath's models, and one newly created from them."""

from django.apps import apps
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from annotation.management.catalogue import Fact, catalogue_of, empty_schema

# Triggers, functions and the options of tables are not in the models.
OF_MODELS = {"column", "constraint", "index", "sequence"}


def found_catalogue(database: BaseDatabaseWrapper) -> set[Fact]:
    """Return every column, constraint, index and sequence of Midpath's tables."""
    return {
        fact
        for fact in catalogue_of(database)
        if fact.kind in OF_MODELS and fact.table.startswith("annotation_")
    }


def wanted_catalogue() -> set[Fact]:
    """Return the same for tables that Django creates directly from the models, without any
    migration."""
    with empty_schema(connection):
        # Foreign keys and indexes are created on exit.
        with connection.schema_editor(atomic=False) as editor:
            for model in apps.get_models():
                editor.create_model(model)
        return found_catalogue(connection)
