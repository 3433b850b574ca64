"""The folder of a dataset, as the libraries it is made for read it."""

import hashlib
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pyarrow.parquet as pq
import pytest
import yaml

from analysis.exports.export_registry import export_file
from analysis.exports.tables.folder import TABLES
from annotation.models import Campaign
from tests.agreement.test_dawid_skene import PEERS
from tests.helpers import programs
from tests.helpers.every_scheme import KINDS, judged_campaign

needs_peers = pytest.mark.skipif(
    not (PEERS / "ready").exists(), reason=f"no datasets library at {PEERS} (make peers)"
)
NAME = 'Wines: *red* & "white" — #1'
DATASETS = """
import json, sys
import datasets, pandas

def told_of(folder):
    names = datasets.get_dataset_config_names(folder)
    told = {"names": names, "usual": datasets.load_dataset(folder, split="train").column_names}
    for name in names:
        loaded = datasets.load_dataset(folder, name, split="train")
        frame = pandas.read_parquet(f"{folder}/data/{name}.parquet")
        assert list(frame.columns) == loaded.column_names and len(frame) == len(loaded)
        told[name] = [loaded.num_rows, {one: str(kind) for one, kind in loaded.features.items()}]
    return told

json.dump([told_of(folder) for folder in sys.argv[1:]], sys.stdout)
"""
CROISSANT = """
import json, sys
import mlcroissant

def told_of(folder):
    dataset = mlcroissant.Dataset(jsonld=folder + "/croissant.json")
    issues = dataset.metadata.ctx.issues
    assert not issues.errors, issues.report()
    return {one.name: sum(1 for _ in dataset.records(one.name))
            for one in dataset.metadata.record_sets}

json.dump([told_of(folder) for folder in sys.argv[1:]], sys.stdout)
"""
ALONE = """
import json, sys
import datasets, pandas

folder, rows = sys.argv[1], []
for form, kind in (("jsonl", "json"), ("csv", "csv"), ("parquet", "parquet")):
    path = f"{folder}/table.{form}"
    rows.append(datasets.load_dataset(kind, data_files=path, split="train").to_list())
frames = (pandas.read_json(f"{folder}/table.jsonl", lines=True),
          pandas.read_csv(f"{folder}/table.csv"), pandas.read_parquet(f"{folder}/table.parquet"))
for frame in frames:
    assert list(frame.columns) == list(rows[0][0]), frame.columns
json.dump([[one["judgment"] for one in each] for each in rows], sys.stdout)
"""


def output_of(script: str, home: Path, folders: Sequence[Path]) -> Any:
    """Return the output of a script that runs with the other libraries, without a network."""
    alone = {"HF_HOME": str(home), "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    python = PEERS / "bin" / "python"
    printed = programs.output_of(python, "-c", script, *folders, env=alone | {"HOME": str(home)})
    return json.loads(printed.splitlines()[-1])


def unpacked(campaign: Campaign, folder: Path) -> Path:
    body = export_file(campaign.pk, "dataset").body
    assert body == export_file(campaign.pk, "dataset").body
    with ZipFile(io.BytesIO(body)) as packed:
        packed.extractall(folder)
    return folder


@pytest.mark.few(3)
@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_the_folder_holds_the_tables_and_names_them(kind: str, tmp_path: Path) -> None:
    campaign = judged_campaign(kind)
    Campaign.objects.filter(pk=campaign.pk).update(name=NAME)
    folder = unpacked(campaign, tmp_path)
    croissant = json.loads((folder / "croissant.json").read_text())
    card = (folder / "README.md").read_text()
    head = yaml.safe_load(card.split("---\n")[1])
    assert head["pretty_name"] == NAME
    assert [one["config_name"] for one in head["configs"]] == [table.name for table in TABLES]
    for table, file in zip(TABLES, croissant["distribution"], strict=True):
        body = (folder / file["contentUrl"]).read_bytes()
        assert body == export_file(campaign.pk, f"table-{table.name}-parquet").body
        assert file["sha256"] == hashlib.sha256(body).hexdigest()
        rows = pq.read_metadata(io.BytesIO(body)).num_rows
        assert f"| `{table.name}` | {rows:,} | `{file['contentUrl']}` |" in card


@needs_peers
@pytest.mark.slow
@pytest.mark.django_db
def test_datasets_pandas_and_croissant_read_every_scheme(tmp_path: Path) -> None:
    """One process reads all of them for each library: starting one takes longest."""
    campaigns = [judged_campaign(kind) for kind in KINDS]
    folders = [unpacked(one, tmp_path / str(one.pk)) for one in campaigns]
    read = output_of(DATASETS, tmp_path / "home", folders)
    counted = output_of(CROISSANT, tmp_path / "home", folders)
    for campaign, said, records in zip(campaigns, read, counted, strict=True):
        rows = {table.name: said[table.name][0] for table in TABLES}
        assert said["names"] == list(rows)
        assert said["usual"] == [column.name for column in TABLES[0].columns]
        assert rows["judgments"] == campaign.judgments.count()
        assert rows["items"] == campaign.dataset.item_count - campaign.left_out
        types = said["judgments"][1]
        assert ("int64" in types["judgment"], "bool" in types["counts"]) == (True, True)
        assert "timestamp" in types["submitted_at"]
        assert records == rows


@needs_peers
@pytest.mark.slow
@pytest.mark.django_db
def test_each_form_is_read_by_itself(tmp_path: Path) -> None:
    campaign = judged_campaign("spans")
    for form in ("csv", "jsonl", "parquet"):
        body = export_file(campaign.pk, f"table-judgments-{form}").body
        (tmp_path / f"table.{form}").write_bytes(body)
    numbers = list(
        campaign.judgments.order_by("hit__item__position", "pk").values_list("pk", flat=True)
    )
    assert output_of(ALONE, tmp_path / "home", [tmp_path]) == [numbers] * 3
