"""`manage.py new_scheme`: write the files of a new scheme."""

import re
from collections.abc import Mapping
from keyword import iskeyword
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from analysis.checks import known_names, shared_names
from annotation.management.base import MidpathCommand
from annotation.models import Campaign

# Its files have the paths of the files to write, with NAME for the scheme's name and .txt appended.
TEMPLATES = Path(__file__).resolve().parents[1] / "new_scheme"
FORM = re.compile(r"[a-z][a-z0-9_]*")
MAX_LENGTH = Campaign._meta.get_field("scheme").max_length or 0
NEXT_STEPS = """
The scheme works already: a campaign on texts can use it. Next steps:
  1. Change the answers in midpath/schemes/{name}/__init__.py, the question and the instructions in
     annotation/schemes/{name}/__init__.py, and the sample answers next to them.
  2. Run manage.py check and make test ARGS="-k {name}".
  3. Describe the figures in docs/help/dashboard-{name}.md.
  4. When the words for workers are final, mark them with gettext_noop, run make languages and
     translate them.
docs/schemes.md explains every file, and what else a scheme can have.
"""


class Command(MidpathCommand):
    help = (
        "Write the files of a new scheme, in which workers choose one of a few answers to a "
        "question about a text. It works at once; change it from there. No existing file is "
        "changed: if any of the files exists, nothing is written."
    )
    examples = """
  manage.py new_scheme ranking
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "name",
            metavar="NAME",
            help=f"up to {MAX_LENGTH} lower-case letters, digits and underscores",
        )
        parser.add_argument(
            "--directory",
            metavar="DIR",
            default=settings.BASE_DIR,
            help="the project to write to (default: this one)",
        )

    def handle(self, *, name: str, directory: str | Path, **options: object) -> None:
        project = Path(directory)
        if problem := problem_with_name(name):
            raise CommandError(problem)
        files = files_of(name)
        if existing := [path for path in files if (project / path).exists()]:
            raise CommandError(
                f"Nothing was written, because these files exist: {', '.join(existing)}. Choose "
                "another name, or remove what remains of an earlier scheme."
            )
        for path, text in files.items():
            (project / path).parent.mkdir(parents=True, exist_ok=True)
            (project / path).write_text(text, encoding="utf-8")
        self.stdout.write(f"Wrote {len(files)} files:")
        for path in files:
            self.stdout.write(f"  {path}")
        self.stdout.write(NEXT_STEPS.format(name=name), ending="")


def problem_with_name(name: str) -> str:
    """Return why no scheme can have this name, and what to do; empty if one can."""
    if not FORM.fullmatch(name):
        return (
            f"{name!r} cannot be the name of a scheme. Use lower-case letters, digits and "
            "underscores, and begin with a letter, as in ranking."
        )
    if len(name) > MAX_LENGTH:
        return f"{name!r} has {len(name)} characters. Choose a name of at most {MAX_LENGTH}."
    if iskeyword(name) or name == "scheme":
        return f"{name!r} has another meaning in the code of a scheme. Choose another name."
    if name in known_names():
        return f"There is already a scheme {name!r}. Choose another name."
    if name in shared_names():
        return f"{name!r} is a module that schemes share. Choose another name."
    return ""


def files_of(name: str) -> Mapping[str, str]:
    """Return the files of a scheme of this name: their text, by path."""
    words = name.replace("_", " ").strip()
    parts = {
        "NAME": name,
        "CLASS": words.title().replace(" ", ""),
        "TITLE": words.capitalize(),
    }
    return {
        fill_in(str(path.relative_to(TEMPLATES).with_suffix("")), parts): fill_in(
            path.read_text(encoding="utf-8"), parts
        )
        for path in sorted(TEMPLATES.rglob("*.txt"))
    }


def fill_in(text: str, parts: Mapping[str, str]) -> str:
    """Replace each placeholder.

    >>> fill_in("class CLASS: name = 'NAME'", {"CLASS": "Ranking", "NAME": "ranking"})
    "class Ranking: name = 'ranking'"
    """
    for placeholder, value in parts.items():
        text = text.replace(placeholder, value)
    return text
