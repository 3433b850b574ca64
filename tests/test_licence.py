"""The licence, the licences of third-party software, the citation data and the version."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from agreement.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
# The fields of CFF 1.2.0 in use, of the file and of a reference.
FIELDS = {
    *("abstract", "authors", "cff-version", "date-released", "keywords", "license", "message"),
    *("references", "title", "type", "version"),
}
PAPER = {"authors", "collection-title", "end", "start", "title", "type", "year"}


@pytest.fixture(scope="module")
def citation() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    return found


@pytest.mark.parametrize("folder", [".", "agreement"])
def test_each_package_states_the_licence_and_includes_its_text(folder: str) -> None:
    package = ROOT / folder
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    assert (project["license"], project["license-files"]) == ("Apache-2.0", ["LICENSE"])
    assert (package / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


def test_the_third_party_licences_are_those_of_the_pinned_requirements() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "third_party_licences.py")],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (ROOT / "THIRD-PARTY-LICENSES").read_text() == done.stdout, "Run: make licences"


def test_the_image_includes_both_files() -> None:
    copied = (ROOT / "Dockerfile").read_text()
    sent = (ROOT / ".dockerignore").read_text().splitlines()
    for name in ("LICENSE", "THIRD-PARTY-LICENSES"):
        assert re.search(rf"^COPY .*\b{name} .*\./$", copied, re.MULTILINE)
        assert f"!{name}" in sent


def test_the_citation_file_is_valid(citation: dict[str, Any]) -> None:
    assert citation.keys() == FIELDS
    assert citation["cff-version"] == "1.2.0"
    assert (citation["type"], citation["license"]) == ("software", "Apache-2.0")
    assert citation["authors"] == [{"name": "The Midpath authors"}]


def test_the_citation_file_lists_the_six_papers(citation: dict[str, Any]) -> None:
    papers = citation["references"]
    assert len({paper["title"] for paper in papers}) == len(papers) == 6
    for paper in papers:
        assert paper.keys() - {"doi"} == PAPER
        assert paper["type"] == "conference-paper"
        assert paper["start"] < paper["end"]
        for author in paper["authors"]:
            assert author.keys() == {"family-names", "given-names"}


def test_the_version_is_the_same_everywhere(citation: dict[str, Any]) -> None:
    (newest, date), *_ = re.findall(
        r"^## (\S+) \((\S+)\)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert newest == citation["version"] == VERSION
    assert date == citation["date-released"]


def test_the_readme_links_what_others_look_for() -> None:
    readme = (ROOT / "README.md").read_text()
    for name in ("LICENSE", "CITATION.cff", "SECURITY.md", "CODE_OF_CONDUCT.md"):
        assert f"]({name})" in readme
        assert (ROOT / name).is_file()
