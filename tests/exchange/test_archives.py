"""ZIP archives made to fill the memory or to reach files outside: what they unpack to is known
before anything is unpacked, and their names are only names."""

import io
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from midpath.exchange.archives import bomb_in
from midpath.exchange.spans.scoring_input import read_scored_spans

MEGABYTE = 2**20
LIMIT = 20 * MEGABYTE
ROOT = Path(__file__).resolve().parents[2]
SIGNATURE = b"PK\x01\x02"
ANNOTATIONS = b"T1\tPerson 0 3\tAda\n"
pytestmark = pytest.mark.attack(18)


def packed(files: dict[str, bytes], comment: bytes = b"") -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.comment = comment
            how = zipfile.ZIP_STORED if content.endswith(SIGNATURE) else zipfile.ZIP_DEFLATED
            archive.writestr(info, content, how)
    return body.getvalue()


def hidden() -> bytes:
    """Return a bomb with a signature before each entry of its directory, and checksums of 0, which
    stand where a reader of the first signature expects the size."""
    files = {"a.ann": ANNOTATIONS, "a.txt": bytes(30 * MEGABYTE), "b.txt": b"b" + SIGNATURE}
    body = bytearray(packed(files, SIGNATURE))
    at = body.find(SIGNATURE)
    while at >= 0:
        if body[at + 4 : at + 6] != b"PK":  # an entry, not what hides the next one
            body[at + 16 : at + 20] = bytes(4)
        at = body.find(SIGNATURE, at + 4)
    return bytes(body)


def overlapping() -> bytes:
    """Return an archive of 100 entries that share one packed megabyte."""
    body = packed({"a.txt": bytes(MEGABYTE)})
    begin, end = body.find(SIGNATURE), body.rfind(b"PK\x05\x06")
    directory = body[begin:end] * 100
    tail = bytearray(body[end:])
    tail[8:10] = tail[10:12] = (100).to_bytes(2, "little")
    tail[12:16] = len(directory).to_bytes(4, "little")
    return body[:begin] + directory + bytes(tail)


INNER = packed({"CURATION_USER.xmi": bytes(30 * MEGABYTE)})
BOMBS: dict[str, Callable[[], bytes]] = {
    "one large entry": lambda: packed({"a.txt": bytes(30 * MEGABYTE)}),
    "entries behind signatures": hidden,
    "entries that share their bytes": overlapping,
    "an archive in an archive": lambda: packed({"curation/a/u.zip": INNER}),
    "one that begins with something else": lambda: packed({"curation/a/u.ZIP": b"x" + INNER}),
    "many empty entries": lambda: packed({f"{number}.txt": b"" for number in range(45_000)}),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_is_recognized_by_its_directory(kind: str) -> None:
    body = BOMBS[kind]()
    assert len(body) < LIMIT
    assert bomb_in(body, LIMIT) == "a spreadsheet or ZIP archive"


def test_archives_within_the_limit_are_none() -> None:
    nested = packed({"curation/a/u.zip": packed({"CURATION_USER.xmi": bytes(MEGABYTE)})})
    assert bomb_in(nested, LIMIT) == ""
    assert bomb_in(packed({"a.zip": b"no archive", "b.txt": b"b"}), LIMIT) == ""
    assert bomb_in(nested[:-9], LIMIT) == ""


@pytest.mark.attack(16)
@pytest.mark.parametrize(
    "folder", ["../../../tmp/", "/etc/", "C:\\", "a/../../", "\\\\host\\share\\"]
)
def test_paths_that_lead_out_are_only_names(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    body = packed({f"{folder}a.txt": b"Ada left", f"{folder}a.ann": ANNOTATIONS})
    found = read_scored_spans("a.zip", body)
    assert {error.message for error in found.errors} <= {"The file contains no annotator’s spans."}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.attack(16)
def test_a_symbolic_link_is_the_text_of_its_target() -> None:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        link = zipfile.ZipInfo("a.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("a.ann", "T1\tPerson 0 4\t/etc\n")
    assert not read_scored_spans("a.zip", body.getvalue()).errors


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_two_entries_with_one_name_one_is_read() -> None:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for text in ("Ada left", "Ada came"):
            archive.writestr("a.txt", text)
        archive.writestr("a.ann", ANNOTATIONS)
    assert not read_scored_spans("a.zip", body.getvalue()).errors


MEASURED = """
import resource, sys
from pathlib import Path
from midpath.exchange.archives import bomb_in
from midpath.exchange.spans.scoring_input import read_scored_spans
body = Path(sys.argv[1]).read_bytes()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
if not bomb_in(body, 20 * 2**20):
    read_scored_spans("a.zip", body)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.long
@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_takes_no_memory(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "a.zip"
    file.write_bytes(BOMBS[kind]())
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert int(done.stdout) < 100
