"""Compare the pinned requirements with known vulnerabilities, without a network: `make audit`.

requirements/advisories.json has what concerns pinned packages, from a database in OSV format
(https://ossf.github.io/osv-schema/). `refresh LOCATION` reads it again from a folder or a ZIP of
JSON or YAML files, such as a checkout of pypa/advisory-database or OSV's export for PyPI.
"""

import argparse
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

FOLDER = Path(__file__).resolve().parent.parent / "requirements"
LIST = "advisories.json"
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
MAX_SUMMARY_LENGTH = 200
Advisory = dict[str, Any]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requirements", type=Path, default=FOLDER, help="the folder of pins")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("audit", help="compare the pins with the list")
    refresh = commands.add_parser("refresh", help="write the list anew")
    refresh.add_argument("location", type=Path, help="a folder or a ZIP in OSV format")
    given = parser.parse_args()
    pins = pinned(given.requirements)
    if given.command == "refresh":
        return write_list(given.requirements / LIST, given.location, {name for name, _ in pins})
    return audit(json.loads((given.requirements / LIST).read_text()), pins)


def pinned(folder: Path) -> dict[tuple[str, str], str]:
    """Return the packages and versions of the .txt files, each with the first file that has it."""
    found: dict[tuple[str, str], str] = {}
    for file in sorted(folder.glob("*.txt")):
        for name, version in PIN.findall(file.read_text()):
            found.setdefault((canonicalize_name(name), version), file.name)
    return found


def audit(known: dict[str, Any], pins: dict[tuple[str, str], str]) -> int:
    faults = [
        f"{name} {version} ({file}): {advisory['id']} {' '.join(advisory['aliases'])}: "
        f"{advisory['summary']}"
        for (name, version), file in pins.items()
        for advisory in known["advisories"]
        if advisory["package"] == name and is_affected(Version(version), advisory)
    ]
    for fault in faults:
        sys.stdout.write(f"{fault}\n")
    sys.stdout.write(
        f"{len(pins)} pinned packages, {len(known['advisories'])} advisories as of "
        f"{known['date']}: {len(faults)} affected\n"
    )
    return int(bool(faults))


def is_affected(version: Version, advisory: Advisory) -> bool:
    """Return whether a listed version or range contains the version, as the schema evaluates
    it."""
    listed = {one for one in map(_version, advisory["versions"]) if one is not None}
    return version in listed or any(_is_within(version, events) for events in advisory["ranges"])


def _is_within(version: Version, events: list[dict[str, str]]) -> bool:
    within = False
    for event in sorted(events, key=lambda one: _version(*one.values()) or Version("0")):
        ((kind, text),) = event.items()
        limit = _version(text) or Version("0")
        if kind == "introduced" and version >= limit:
            within = True
        elif (kind == "fixed" and version >= limit) or (
            kind == "last_affected" and version > limit
        ):
            within = False
    return within


def _version(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None


def write_list(file: Path, location: Path, packages: set[str]) -> int:
    """Write the advisories of these packages, and the date of the newest in the database."""
    newest, found = "", list[Advisory]()
    for record in records(location):
        newest = max(newest, str(record.get("modified", ""))[:10])
        if "withdrawn" not in record:
            found += [one for one in advisories_of(record) if one["package"] in packages]
    if not newest:
        sys.exit(f"{location} contains no advisories in OSV format.")
    found.sort(key=lambda one: (one["package"], one["id"]))
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in found)
    file.write_text(f'{{"date": "{newest}", "advisories": [\n{lines}\n]}}\n')
    sys.stdout.write(f"{len(found)} advisories as of {newest}\n")
    return 0


def records(location: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a folder or a ZIP."""
    if location.is_dir():
        texts: Iterator[tuple[str, str]] = (
            (path.suffix, path.read_text())
            for path in sorted(location.rglob("*"))
            if path.suffix in {".json", ".yaml"} and not path.name.startswith(".")
        )
    else:
        archive = zipfile.ZipFile(location)
        texts = ((Path(name).suffix, archive.read(name).decode()) for name in archive.namelist())
    for suffix, text in texts:
        record = json.loads(text) if suffix == ".json" else yaml.load(text, yaml.CSafeLoader)
        if isinstance(record, dict) and "affected" in record:
            yield record


def advisories_of(record: dict[str, Any]) -> Iterator[Advisory]:
    """Yield an advisory for each package of PyPI in a record."""
    text = str(record.get("summary") or record.get("details", "")).split("\n\n")[0]
    for affected in record["affected"]:
        package = affected.get("package", {})
        if package.get("ecosystem") != "PyPI":
            continue
        ranges = [one["events"] for one in affected.get("ranges", []) if one["type"] != "GIT"]
        yield {
            "package": canonicalize_name(package["name"]),
            "id": record["id"],
            "aliases": sorted(record.get("aliases", [])),
            "summary": " ".join(text.split())[:MAX_SUMMARY_LENGTH],
            "ranges": ranges,
            "versions": [] if ranges else affected.get("versions", []),
        }


if __name__ == "__main__":
    sys.exit(main())
