"""The audit of requirements: known vulnerabilities in OSV format, compared with the pins."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements"
SCRIPT = run_path(str(ROOT / "scripts" / "advisories.py"))


def ran(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts" / "advisories.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def advisory(events: list[dict[str, str]], **other: Any) -> dict[str, Any]:
    return {
        "id": "TEST-1",
        "modified": "2026-01-02T03:04:05Z",
        "aliases": ["CVE-0"],
        "summary": "A hole.",
        "affected": [
            {
                "package": {"ecosystem": "PyPI", "name": "Some_Package"},
                "ranges": [{"type": "ECOSYSTEM", "events": events}],
            }
        ],
        **other,
    }


def audited(folder: Path, version: str, record: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """Pin a version, read the list from a folder with one record, and audit."""
    (folder / "osv").mkdir()
    (folder / "base.txt").write_text(f"some-package=={version} \\\n    --hash=sha256:0\n")
    (folder / "osv" / "one.json").write_text(json.dumps(record))
    assert ran("--requirements", folder, "refresh", folder / "osv").returncode == 0
    return ran("--requirements", folder, "audit")


def test_no_pinned_package_has_a_known_vulnerability() -> None:
    done = ran("audit")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert re.search(r"as of \d{4}-\d\d-\d\d: 0 affected", done.stdout)


SINCE_1 = [{"introduced": "1.0"}, {"fixed": "1.10"}, {"introduced": "2.0a1"}]


@pytest.mark.parametrize(
    ("version", "events", "affected"),
    [
        ("1.9", SINCE_1, True),
        *(("0.9", SINCE_1, False), ("1.10", SINCE_1, False), ("2.0", SINCE_1, True)),
        ("3", [{"introduced": "0"}], True),
        ("1.2.1", [{"introduced": "0"}, {"last_affected": "1.2"}], False),
        ("1.2", [{"introduced": "0"}, {"last_affected": "1.2"}], True),
    ],
)
def test_versions_are_compared_as_python_orders_them(
    version: str, events: list[dict[str, str]], affected: bool
) -> None:
    known = {"ranges": [events], "versions": []}
    assert SCRIPT["is_affected"](Version(version), known) is affected


def test_a_package_with_a_hole_is_named(tmp_path: Path) -> None:
    done = audited(tmp_path, "1.9", advisory(SINCE_1))
    assert done.returncode == 1
    assert "some-package 1.9 (base.txt): TEST-1 CVE-0: A hole." in done.stdout
    assert "as of 2026-01-02: 1 affected" in done.stdout


@pytest.mark.long
def test_withdrawn_ones_and_other_packages_are_left_out(tmp_path: Path) -> None:
    anywhere = [{"introduced": "0"}]
    gone = advisory(anywhere, withdrawn="2026-01-03T00:00:00Z")
    assert audited(tmp_path, "1", gone).returncode == 0
    assert json.loads((tmp_path / "advisories.json").read_text())["advisories"] == []


@pytest.mark.long
def test_a_zip_is_read_like_a_folder(tmp_path: Path) -> None:
    (tmp_path / "base.txt").write_text("some-package==1\n")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("TEST-1.json", json.dumps(advisory([{"introduced": "0"}])))
    assert ran("--requirements", tmp_path, "refresh", tmp_path / "all.zip").returncode == 0
    assert ran("--requirements", tmp_path, "audit").returncode == 1


def test_the_image_builds_the_version_that_is_tested() -> None:
    tested = re.search(
        r"^psycopg2-binary==(\S+)", (REQUIREMENTS / "base.txt").read_text(), re.MULTILINE
    )
    built = re.search(r"^psycopg2==(\S+)", (REQUIREMENTS / "image.txt").read_text(), re.MULTILINE)
    assert tested
    assert built
    assert tested[1] == built[1]
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert "--no-binary psycopg2" in dockerfile
    assert re.search(r"sed '/\^psycopg2-binary==/", dockerfile)
