"""Pages name file types, count with nouns, and name characters."""

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from annotation.models import AuditEvent, User
from annotation.research.project.audit import sentence
from annotation.research.results.crowd_charts import _correlations
from annotation.web import error_pages
from midpath.text.characters import visible
from midpath.text.formatting import counted
from tasks.fold import fold_all
from tests.helpers.apps import answer_with_questions, question_campaign
from tests.helpers.pages import assert_shows, read, signed_in
from tests.helpers.queries import assert_queries
from tests.research.study import Study

TEMPLATES = Path(__file__).parents[2] / "templates"
NOUNS = (
    "annotation|app|campaign|candidate|column|cut|dataset|document|group|HIT|item|judgment|level|"
    "line|minute|pair|question|result|run|second|segment|sentence|site|step|heading|text|version|"
    "vote|word|worker"
)
# A mean, a label, a name and an amount in words.
NO_COUNTS = {
    ("datasets/uploads/questions.html", "documents"),
    ("datasets/uploads/texts.html", "words"),
    ("schemes/evidence/baselines.html", "words"),
    ("campaigns/move.html", "judgments"),
}


def zipped(name: str) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        archive.writestr(name, "<xml/>")
    return body.getvalue()


def look_at(study: Study, owner: Client, name: str, body: bytes) -> str:
    address = reverse("research:new_dataset", args=(study.project.pk,))
    file = SimpleUploadedFile(name, body)
    where = owner.post(address, {"name": name, "file": file}).headers["Location"]
    return owner.get(where).content.decode()


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "body", "read_as"),
    [
        ("a.csv", b"text;from\none two;here\n", "a table with cells separated by semicolons (CSV)"),
        ("a.csv", b"text,from\none two,here\n", "a table with cells separated by commas (CSV)"),
        ("a.tsv", b"text\tfrom\none two\there\n", "a table with cells separated by tabs (TSV)"),
        ("a.csv", b"texte;de\none two;here\n", "a table with cells separated by semicolons (CSV)"),
        ("a.txt", b"one two\n", "one text per line"),
    ],
)
def test_a_table_is_called_by_what_divides_it(
    study: Study, owner: Client, name: str, body: bytes, read_as: str
) -> None:
    assert f"Read as: {read_as}, 1 " in look_at(study, owner, name, body)


@pytest.mark.parametrize(
    ("name", "body", "what"),
    [
        ("a.pdf", b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
        ("a.txt", b"%PDF-1.4", "a PDF document"),
        ("a.docx", zipped("word/document.xml"), "a Word document (.docx)"),
        ("a.zip", zipped("texts.txt"), "a spreadsheet or ZIP archive"),
        ("a.rtf", b"{\\rtf1 one two}", "an RTF document"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1", "an old Office document"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "an image"),
        ("a.txt.gz", b"\x1f\x8b\x08\x00", "a gzip archive"),
    ],
)
def test_what_is_no_text_is_known_by_its_first_bytes(
    study: Study, owner: Client, name: str, body: bytes, what: str
) -> None:
    page = look_at(study, owner, name, body)
    assert f"This is {what}, not text." in page
    assert "Read as" not in page


def test_what_cannot_be_seen_is_named_in_an_error(study: Study, owner: Client) -> None:
    page = look_at(study, owner, "a.jsonl", b'{"text": "one two", "a\\tb": [1]}\n')
    assert "<td>a⟨tab⟩b</td>" in page
    nbsp = look_at(study, owner, "a.csv", "te\u200bxt,\u00a0x\none two,1\n".encode())
    assert "te⟨zero width space⟩xt" in nbsp


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, with spaces", "plain, with spaces"),
        ("日本語 и عربى", "日本語 и عربى"),
        ("a\tb", "a⟨tab⟩b"),
        ("a\u00a0b", "a⟨no-break space⟩b"),
        ("a\u200bb\u2060c", "a⟨zero width space⟩b⟨word joiner⟩c"),
        ("\u3164", "⟨hangul filler⟩"),
        ("a\x00\n", "a⟨U+0000⟩⟨end of line⟩"),
        ("\u202eabc", "⟨right-to-left override⟩abc"),
    ],
)
def test_characters_that_cannot_be_seen_have_names(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("number", "noun", "shown"),
    [(0, "text", "0 texts"), (1, "text", "1 text"), (24_244, "question", "24,244 questions")],
)
def test_counts_agree_with_their_nouns(number: int, noun: str, shown: str) -> None:
    assert counted(number, noun) == shown


def test_templates_count_by_the_one_filter() -> None:
    """This prevents "1 workers", or 4849 next to 24,244."""
    loose = [
        (str(path.relative_to(TEMPLATES / "research")), found[1])
        for path in sorted((TEMPLATES / "research").rglob("*.html"))
        for found in re.finditer(rf"\}}\}} ((?:{NOUNS})s)\b", path.read_text())
    ]
    assert set(loose) <= NO_COUNTS


def test_single_things_are_single_in_readings_and_in_the_audit() -> None:
    found: Any = {"median": 0.9, "judgments": 1, "reason": "too few", "r": None}
    assert "The median judgment took 1 second." in next(_correlations(found))
    event = AuditEvent(verb="dataset.imported", details={"name": "One", "items": 1})
    assert sentence(event) == "imported the dataset One with 1 item"
    many = AuditEvent(verb="campaign.launched", details={"hits": 4849})
    assert sentence(many) == "launched, with 4,849 tasks,"


@pytest.mark.long
def test_a_mean_of_counts_has_one_decimal(db: None) -> None:
    campaign = question_campaign()
    answer_with_questions(campaign, ["Who reads it?", "Is it sold?"])
    fold_all(campaign.pk)
    client = signed_in(campaign.dataset.project.members.get())
    page = client.get(reverse("research:campaign", args=(campaign.pk,)))
    cells = {cell.key: cell.value for cell in page.context["cells"]}
    assert (cells["unique"], cells["words"]) == ("2.0", "3.0")


def request_of(user: User) -> HttpRequest:
    request = RequestFactory().get("/nowhere/")
    request.user = user
    return request


def test_error_pages_keep_the_header(study: Study, owner: Client) -> None:
    missing = read(owner, "/research/campaigns/999999999/", 404)
    assert_shows(missing, 'class="wordmark"', study.owner.username, "Sign out")
    assert 'class="wordmark"' in Client().get("/nowhere/").content.decode()
    assert "Sign out" not in Client().get("/nowhere/").content.decode()
    refused = error_pages.forbidden(request_of(study.owner), Exception())
    assert study.owner.username in refused.content.decode()


def test_a_page_on_what_broke_asks_nothing_of_the_database(study: Study) -> None:
    request = RequestFactory().get("/nowhere/")
    request.user = SimpleLazyObject(lambda: User.objects.get(pk=study.owner.pk))  # type: ignore[assignment]
    with assert_queries(0):
        text = error_pages.server_error(request).content.decode()
    assert 'class="wordmark"' in text
    assert study.owner.username not in text
