"""The laboratory with fourteen campaigns: a row for each flat and nested campaign on a dataset."""

import csv
import io
from itertools import product

import pytest
from django.test import Client

from annotation.models import AgreementState, Campaign, CampaignReport, Dataset, EntailmentState
from annotation.research.common.charts import Chart
from tests.helpers.factories import make_campaign, make_dataset
from tests.helpers.pages import read
from tests.helpers.queries import assert_queries
from tests.research.study import Study
from tests.research.test_lab import SIGNED_IN, charts, lab

SETS = 7


@pytest.fixture
def fourteen(reported: Study) -> Study:
    """Return the study with six more datasets, whose campaigns have figures of their own."""
    for number in range(1, SETS):
        add_campaigns(reported, make_dataset([f"a b c {number}"], reported.project), number)
    return reported


def add_campaigns(study: Study, dataset: Dataset, number: int) -> None:
    """Add a flat and a nested campaign with figures and reports."""
    made = {}
    for like in (study.flat, study.nested):
        made[like.scheme] = one = make_campaign(dataset, name=like.name, scheme=like.scheme)
        figures = AgreementState.objects.get(campaign=like).figures
        for name in ("alpha", "S"):
            for distance in figures[name].values():
                distance["value"] = number / 10
        AgreementState.objects.filter(campaign=one).update(figures=figures, judgments=6)
        report = CampaignReport.objects.get(campaign=like, kind="bias")
        report.pk, report.campaign = None, one
        report.save(force_insert=True)
    EntailmentState.objects.update_or_create(
        flat=made["flat"],
        nested=made["nested"],
        defaults={"figures": {"observed": number / 20, "chance": 0.25, "pairs": 4, "texts": 1}},
    )


def query_of(study: Study) -> str:
    launched = study.project.datasets.values_list("campaigns", flat=True)
    keys = [key for key in launched if key is not None and key != study.draft.pk]
    return "?" + "&".join(f"campaign={key}" for key in sorted(keys))


def table_of(client: Client, study: Study, query: str) -> Chart:
    return charts(client, lab(study, query))["sets"]


def test_fourteen_campaigns_are_seven_rows_with_their_figures(
    fourteen: Study, owner: Client
) -> None:
    query = query_of(fourteen)
    assert query.count("campaign=") == 2 * SETS
    with assert_queries(SIGNED_IN + 4):
        assert "Show all" not in read(owner, lab(fourteen, query))
    every = query.removeprefix("?").replace("&", "&amp;")
    assert f'<a href="?{every}">Show all</a>' in read(owner, lab(fourteen, ""))
    table = table_of(owner, fourteen, query)
    states = EntailmentState.objects.order_by("pk").select_related("flat__dataset")
    assert [row.label for row in table.rows] == [str(one.flat.dataset) for one in states]
    for row, state in zip(table.rows, states, strict=True):
        flat, nested = (
            AgreementState.objects.get(campaign=one).figures for one in (state.flat, state.nested)
        )
        assert row.values == [
            *(flat[name]["d1"]["value"] for name in ("alpha", "S")),
            *(nested[name][d]["value"] for d in ("d1", "d2") for name in ("alpha", "S")),
            *(state.figures["observed"], state.figures["chance"]),
            *(side[key] for side in (flat, nested) for key in ("items", "annotations")),
        ]
    page = owner.get(lab(fourteen, query, "sets.csv")).content.decode()
    rows = list(csv.reader(io.StringIO(page)))
    assert rows[0][:3] == ["set", "flat α", "flat S"]
    assert [float(row[1]) for row in rows[2:]] == [number / 10 for number in range(1, SETS)]


def test_sets_on_one_dataset_have_the_names_of_their_campaigns(
    reported: Study, owner: Client
) -> None:
    other = make_campaign(reported.dataset, name="Second flat")
    query = f"?campaign={reported.flat.pk}&campaign={reported.nested.pk}&campaign={other.pk}"
    EntailmentState.objects.filter(flat=other).delete()
    table = table_of(owner, reported, query)
    assert [row.label for row in table.rows] == ["Flat round with Nested round", "Second flat"]
    assert "Second flat: No chosen campaign of the set has this figure yet." in table.readings


def test_sets_on_one_dataset_are_in_the_order_of_their_flat_campaigns(
    reported: Study, owner: Client
) -> None:
    made = [make_campaign(reported.dataset, scheme=scheme) for scheme in ("flat", "nested")]
    keys = [one.pk for one in (reported.flat, reported.nested, *made)]
    table = table_of(owner, reported, "?" + "&".join(f"campaign={key}" for key in keys))
    flats, nesteds = (reported.flat, made[0]), (reported.nested, made[1])
    assert [row.label for row in table.rows] == [
        f"{flat.name} with {nested.name}" for flat in flats for nested in nesteds
    ]


def test_one_campaign_alone_has_no_such_table(reported: Study, owner: Client) -> None:
    assert "sets" not in charts(owner, lab(reported, f"?campaign={reported.flat.pk}"))
    assert "sets" not in charts(owner, f"/research/campaigns/{reported.flat.pk}/biases/")


def test_seven_pairs_are_small_charts_and_all_forty_nine_are_numbers(
    fourteen: Study, owner: Client
) -> None:
    for pairs in (SETS, SETS**2):
        if pairs > SETS:
            compare_all(fourteen)
        states = EntailmentState.objects.all()
        assert len(states) == pairs
        report = CampaignReport.objects.get(campaign=fourteen.nested, kind="bias")
        shares = next(iter(report.results["entailment"].values()))
        report.results["entailment"] = {str(one.pk): shares for one in states}
        report.save()
        found = charts(owner, lab(fourteen, query_of(fourteen)))["entailment"]
        assert (bool(found.panels), bool(found.numbers_only)) == (pairs == SETS, pairs > SETS)


def compare_all(study: Study) -> None:
    """Compare each flat campaign with each nested one, as on one dataset."""
    launched = Campaign.objects.launched().filter(dataset__project=study.project)
    for flat, nested in product(*(launched.filter(scheme=one) for one in ("flat", "nested"))):
        EntailmentState.objects.get_or_create(flat=flat, nested=nested)
