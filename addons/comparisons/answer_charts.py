"""The stored results of a comparison (of answers other than segmentations) as figures, charts and
tables. Only words are computed here."""

from collections.abc import Iterator

from annotation.research.common.charts import Chart, drawn
from annotation.research.common.figure_caption import Figure
from midpath.json_types import Results
from midpath.tables.compared_answers import (
    PARTS,
    alpha_table,
    cells_table,
    nearest_table,
    systems_table,
)
from midpath.tables.differences import interval_text
from midpath.tables.table import Table
from midpath.text.formatting import counted, percent, signed

ALIKE = (
    "The similarity of a crowd answer and a gold answer to the same item, from 0 to 100%, "
    "averaged over all such pairs of an item, then over items: identical or not; F1 for "
    "sentences, spans and any number of labels; closeness of the places on a scale."
)
SETTLED = (
    "Of the items for which both sides have a consensus, the share with the same consensus. For "
    "pairs and labels it is the most frequent answer; for sentences and spans, what more than "
    "half mark."
)


def cells_of(results: Results) -> list[Figure]:
    return [*_alphas(results), _alike(results), _settled(results)]


def charts_of(results: Results) -> list[Chart]:
    charts = [drawn(table := alpha_table(results), "bar", up="α", readings=table.notes)]
    nearest = nearest_table(results)
    if nearest.rows:
        charts.append(drawn(nearest, "bar", up="of items", readings=nearest.notes))
    systems = systems_table(results)
    if systems.rows:
        charts.append(drawn(systems, "bar", up="F1", readings=systems.notes))
    return charts


def tables_of(results: Results) -> list[Table]:
    return [table] if (table := cells_table(results)).rows else []


def _alphas(results: Results) -> Iterator[Figure]:
    for key, (name, about) in PARTS.items():
        found = results["alpha"][key]
        value = found["value"]
        interval = f"95%: {bounds}" if (bounds := interval_text(found)) else ""
        yield Figure(
            label=f"α {name}" if key in ("between", "together") else f"α of {name}",
            value="" if value is None else signed(value),
            note=found.get("reason") or interval,
            definition=about,
        )


def _alike(results: Results) -> Figure:
    found = results["alike"]
    answers = results["answers"]
    interval = f"95%: {bounds} · " if (bounds := interval_text(found, share=True)) else ""
    note = f"{interval}{answers['crowd']:,} of the crowd, {counted(answers['gold'], 'gold answer')}"
    return Figure(
        label="Answer similarity",
        value="" if found["value"] is None else percent(found["value"]),
        note=found.get("reason") or note,
        definition=ALIKE,
    )


def _settled(results: Results) -> Figure:
    found = results["settled"]
    undecided = f", {found['undecided']:,} undecided" if found["undecided"] else ""
    note = f"{found['same']:,} the same, {found['different']:,} different{undecided}"
    return Figure(
        label="Same consensus",
        value="" if found["value"] is None else percent(found["value"]),
        note=found.get("reason") or note,
        definition=SETTLED,
    )
