"""The client for a researcher's token."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Self, TypeVar, Unpack, cast

import httpx

from midpath.errors import JobFailed, NotFound
from midpath.files import Told, Uploaded, download, require, require_all
from midpath.frames import frame_of
from midpath.models import (
    AddPictureInput,
    AppPictures,
    CreateDatasetFileInput,
    CreateDatasetInput,
    Dataset,
    DatasetImportWithFaults,
    JoinCampaignInput,
    SetImport,
    SetImportWithFaults,
    ShownPictures,
    Snapshot,
    UploadSetInput,
)
from midpath.operations import Operations
from midpath.retrying import Patience
from midpath.snapshots.manifest import KEYS
from midpath.transport import SECONDS, Transport, in_path, told, written
from midpath.waiting import WAIT_SECONDS, wait
from midpath.workers import WorkerClient, join_by

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")
Work = TypeVar("Work", Snapshot, SetImportWithFaults, DatasetImportWithFaults)
File = str | Path | BinaryIO
ALL_IN_ONE = "snapshot.zip"
ENDED = {"ready", "kept", "discarded", "failed"}


class _Upload(NamedTuple):
    """The options of an upload: its file name on the server, a progress callback, its idempotency
    key."""

    filename: str
    progress: Told | None
    key: str


class Midpath(Operations):
    """A connection to a server with one token. Every operation of the API is a method with its
    name; lists are iterables that load page by page. The methods below add files, waiting and
    workers. Several threads can use it; as a context manager, it closes its connections at the
    end."""

    def __init__(
        self,
        server: str,
        token: str,
        *,
        timeout: float = SECONDS,
        patience: Patience | None = None,
        under: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(Transport(server, token, timeout=timeout, patience=patience, under=under))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.transport.server!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.transport.close()

    def upload_dataset(
        self,
        file: File,
        *,
        filename: str = "",
        progress: Told | None = None,
        idempotency_key: str = "",
        **fields: Unpack[CreateDatasetFileInput],
    ) -> Dataset:
        """Create a dataset from a file, all or nothing: Invalid lists the errors by row. A job
        imports a large file, and this waits for it: see `wait_for_dataset_import`.

        `progress` is called with the number of bytes sent and the total."""
        upload = _Upload(filename, progress, idempotency_key)
        return self._made(self._upload("datasets", fields, file, upload))

    def create_dataset(
        self, *, idempotency_key: str = "", **body: Unpack[CreateDatasetInput]
    ) -> Dataset:
        """Create a dataset of any kind, all or nothing: Invalid lists the errors by row. A job
        imports more than 10,000 rows, and this waits for it: see `wait_for_dataset_import`."""
        return self._made(super().create_dataset(idempotency_key=idempotency_key, **body))

    def _made(self, answer: object) -> Dataset:
        """Return the dataset of a response; if that is a job, wait until the job has made it."""
        job = cast(dict[str, Any], answer)
        if "status" not in job:
            return cast(Dataset, answer)
        made = self.wait_for_dataset_import(job["id"])["dataset"]
        return self.read_dataset(cast(int, made))

    def upload_set(
        self,
        file: File,
        *,
        filename: str = "",
        progress: Told | None = None,
        idempotency_key: str = "",
        **fields: Unpack[UploadSetInput],
    ) -> SetImport:
        """Upload annotations from another source, all or nothing. A job creates the set: see
        `wait_for_set_import`."""
        upload = _Upload(filename, progress, idempotency_key)
        return cast(SetImport, self._upload("sets", fields, file, upload))

    def add_picture(
        self, item_id: int, file: File, *, filename: str = "", **fields: Unpack[AddPictureInput]
    ) -> AppPictures:
        """Add a picture to an app. Idempotent."""
        upload = _Upload(filename, None, "")
        return cast(AppPictures, self._upload(f"items/{item_id}/pictures", fields, file, upload))

    def show_picture(self, campaign_id: int, file: File, *, filename: str = "") -> ShownPictures:
        """Add a picture for a campaign's instructions and consent text, named after its file."""
        path = f"campaigns/{campaign_id}/shown-pictures"
        return cast(ShownPictures, self._upload(path, {}, file, _Upload(filename, None, "")))

    def _upload(
        self, path: str, fields: Mapping[str, object], file: File, upload: _Upload
    ) -> object:
        if isinstance(file, str | Path):
            with Path(file).open("rb") as opened:
                return self._upload(path, fields, opened, upload)
        name = upload.filename or Path(str(getattr(file, "name", "upload"))).name

        def send(headers: Mapping[str, str]) -> httpx.Response:
            body = cast(BinaryIO, Uploaded(file, upload.progress))
            form: Any = {"data": written(fields), "files": {"file": (name, body)}}
            return self.transport.http.post(path, headers=headers, **form)

        return told(self.transport.send(send, repeatable=False, key=upload.key))

    def read_file(self, campaign_id: int, name: str) -> bytes:
        """Read one of a campaign's files, such as `gold` or `table-judgments-csv`."""
        return self._read(_of_campaign(campaign_id, name))

    def read_snapshot_file(self, snapshot_id: int, name: str = ALL_IN_ONE) -> bytes:
        """Read a file of a snapshot into memory; for long files, use `download_snapshot`."""
        return self._read(_of_snapshot(snapshot_id, name))

    def read_table(self, campaign_id: int, name: str) -> "pd.DataFrame":
        """Return one of a campaign's tables as a pandas DataFrame, such as `judgments`, `consensus`
        or `figures`. See docs/tables.md."""
        lines = self.read_file(campaign_id, f"table-{name}-jsonl").splitlines()
        return frame_of([json.loads(line) for line in lines])

    def _read(self, path: str) -> bytes:
        http = self.transport.http
        return self.transport.send(
            lambda headers: http.get(path, headers=headers), repeatable=True
        ).content

    def download_file(
        self, campaign_id: int, name: str, to: str | Path, *, progress: Told | None = None
    ) -> Path:
        """Download one of a campaign's files and check its SHA-256."""
        path = _of_campaign(campaign_id, name)
        return download(self.transport, path, Path(to), check=require, progress=progress)

    def download_snapshot(
        self,
        snapshot_id: int,
        to: str | Path,
        *,
        name: str = ALL_IN_ONE,
        progress: Told | None = None,
    ) -> Path:
        """Download a file of a snapshot, by default all of them as one zip file, and check every
        SHA-256.

        An interrupted download is resumed, also by another program."""
        files = self.read_snapshot(snapshot_id)["files"]

        def check(part: Path, etag: str) -> None:
            if name == ALL_IN_ONE:
                require_all(part, files)
            else:
                require(part, etag)

        path = _of_snapshot(snapshot_id, name)
        return download(self.transport, path, Path(to), check=check, progress=progress)

    def public_keys(self) -> list[str]:
        """Return the keys with which the server signs snapshots, the newest first. Pass them to
        `verify`: a snapshot cannot prove by itself whose key signed it."""
        told = self.transport.ask(dict[str, Any], "GET", f"{self.transport.server}{KEYS}")
        return [str(key["key"]) for key in told["keys"]]

    def wait_for_snapshot(
        self,
        snapshot_id: int,
        *,
        timeout: float = WAIT_SECONDS,
        progress: Callable[[int, int], object] | None = None,
    ) -> Snapshot:
        """Return a snapshot once it is ready. JobFailed says why it failed.

        `progress` is called with the number of finished steps and the total."""
        read = partial(self._snapshot_unless_deleted, snapshot_id)
        return self._wait_for_job(read, f"snapshot {snapshot_id}", timeout, progress)

    def wait_for_set_import(
        self,
        set_import_id: int,
        *,
        timeout: float = WAIT_SECONDS,
        progress: Callable[[int, int], object] | None = None,
    ) -> SetImportWithFaults:
        """Return the import of a set once its set is made. JobFailed says why it failed;
        `read_set_import` lists what is wrong with the file.

        `progress` is called with the number of checked annotations and the total."""
        read = partial(self.read_set_import, set_import_id)
        return self._wait_for_job(read, f"import {set_import_id}", timeout, progress)

    def wait_for_dataset_import(
        self,
        dataset_import_id: int,
        *,
        timeout: float = WAIT_SECONDS,
        progress: Callable[[int, int], object] | None = None,
    ) -> DatasetImportWithFaults:
        """Return the import of a large file once its dataset is made. JobFailed says why it failed;
        `read_dataset_import` lists what is wrong with the file.

        `progress` is called with the number of checked rows and the approximate total."""
        read = partial(self.read_dataset_import, dataset_import_id)
        return self._wait_for_job(read, f"import {dataset_import_id}", timeout, progress)

    def _wait_for_job(
        self,
        read: Callable[[], Work],
        what: str,
        timeout: float,
        progress: Callable[[int, int], object] | None,
    ) -> Work:
        def read_and_tell() -> Work:
            found = read()
            if progress is not None:
                progress(found["done"], found["total"])
            return found

        found = self.wait(
            read_and_tell, lambda job: job["status"] in ENDED, timeout=timeout, what=what
        )
        if found["status"] != "ready":
            why = found["problem"] or "Someone stopped or deleted it."
            raise JobFailed(f"{what.capitalize()} is {found['status']}: {why}")
        return found

    def _snapshot_unless_deleted(self, snapshot_id: int) -> Snapshot:
        try:
            return self.read_snapshot(snapshot_id)
        except NotFound as refused:
            if refused.code != "deleted":
                raise
            raise JobFailed(f"Snapshot {snapshot_id}: someone stopped or deleted it.") from refused

    def wait(
        self,
        read: Callable[[], T],
        until: Callable[[T], object],
        *,
        timeout: float = WAIT_SECONDS,
        what: str = "what was waited for",
    ) -> T:
        """Call `read` until `until` accepts its result, and return that result, as in `wait(lambda:
        midpath.read_figures(1), lambda figures: figures["judgments"] >= 50)`."""
        sleep = self.transport.patience.sleep
        return wait(read, until, timeout=timeout, what=what, sleep=sleep)

    def join(self, code: str, **body: Unpack[JoinCampaignInput]) -> WorkerClient:
        """Join a campaign as a worker with this `external_id`, which the token authorizes."""
        return join_by(self.transport, code, **body)


def _of_campaign(campaign_id: int, name: str) -> str:
    return f"campaigns/{campaign_id}/files/{in_path(name)}"


def _of_snapshot(snapshot_id: int, name: str) -> str:
    return f"snapshots/{snapshot_id}/files/{in_path(name)}"


def join(server: str, code: str, **body: Unpack[JoinCampaignInput]) -> WorkerClient:
    """Join a campaign as a worker with a chosen `name`, without a researcher's token."""
    with Midpath(server, "") as nobody:
        return nobody.join(code, **body)
