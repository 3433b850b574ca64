"""The tables by name, and their exports."""

from collections.abc import Mapping

from analysis.exports.export import Export, of_extents
from analysis.exports.tables.columns import Table
from analysis.exports.tables.consensus import CONSENSUS, DISTRIBUTION
from analysis.exports.tables.forms import FORMS, Form, poured
from analysis.exports.tables.items_and_workers import FIGURES, ITEMS, WORKERS
from analysis.exports.tables.judgments import JUDGMENTS

TABLES = (JUDGMENTS, CONSENSUS, DISTRIBUTION, ITEMS, WORKERS, FIGURES)


def _export(table: Table, form: Form) -> Export:
    return of_extents(poured(table, form), f"table-{table.name}.{form.ending}", form.content_type)


EXPORTS: Mapping[str, Export] = {
    f"table-{table.name}-{name}": _export(table, form)
    for table in TABLES
    for name, form in FORMS.items()
}
