"""All exports of a campaign, as text that can be searched."""

import io
from itertools import starmap
from zipfile import ZipFile

import pyarrow.parquet as pq

from analysis.exports.export_registry import export_file, exports_of
from annotation.models import Campaign


def all_exported(campaign: Campaign) -> bytes:
    """Return all files of the campaign concatenated, archives unpacked."""
    return b"".join(
        _plain(name, export_file(campaign.pk, name).body) for name in exports_of(campaign)
    )


def _plain(name: str, body: bytes) -> bytes:
    if name.endswith("-parquet"):
        return str(pq.read_table(io.BytesIO(body)).to_pylist()).encode()
    if body.startswith(b"PK"):
        with ZipFile(io.BytesIO(body)) as packed:
            files = [(file.replace(".", "-"), packed.read(file)) for file in packed.namelist()]
        return b"".join(starmap(_plain, files))
    return body
