"""The language of a worker's page: their own choice, else their browser's preference."""

import gzip
import json
import re
from pathlib import Path

import polib
import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import translation

from annotation.models import Assignment, Campaign
from annotation.schemes import SCHEMES
from annotation.text.languages import catalogues
from annotation.text.languages.javascript import script_texts, texts_for
from tests.helpers.factories import make_campaign, make_user
from tests.helpers.pages import assert_shows, text_of
from tests.worker.browser import Browse, Browser

JOIN = {
    "en": "Join",
    "es": "Unirse",
    "fr": "Participer",
    "de": "Teilnehmen",
    "pt": "Participar",
    "hi": "जुड़ें",
    "ar": "انضم",
}
START = {
    "en": "Start",
    "es": "Empezar",
    "fr": "Commencer",
    "de": "Anfangen",
    "pt": "Começar",
    "hi": "शुरू करें",
    "ar": "ابدأ",
}
# The texts of a desk in another language may add this much to 60 kB of script and style.
MAX_BYTES = 6 * 1024


def join_text(campaign: Campaign, accepted: str = "", chosen: str = "") -> str:
    client = Client()
    if chosen:
        client.cookies["midpath_language"] = chosen
    return text_of(
        client.get(
            reverse("worker:join", args=(campaign.code,)), headers={"accept-language": accepted}
        )
    )


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("es", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("hi-IN", "hi"),
        ("ar-EG,nl;q=0.3", "ar"),
        ("nl-NL,nl;q=0.9,ar;q=0.5,en;q=0.4", "ar"),
        ("nl", "en"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de-AT", "de"),
        ("pt-BR,pt;q=0.9", "pt"),
        ("en-GB,es;q=0.5", "en"),
        ("*", "en"),
        ("es;q=x, ;;;,,\x01", "en"),
    ],
)
def test_pages_use_the_browsers_language(campaign: Campaign, accepted: str, language: str) -> None:
    page = join_text(campaign, accepted)
    assert f'<html lang="{language}"' in page
    assert re.search(rf">\s*{START[language]}\s*</button>", page)


@pytest.mark.few(1)
@pytest.mark.parametrize(("language", "is_rtl"), [("en", False), ("hi", False), ("ar", True)])
def test_arabic_runs_from_right_to_left(campaign: Campaign, language: str, is_rtl: bool) -> None:
    assert ('dir="rtl"' in join_text(campaign, language)) is is_rtl


@pytest.mark.long
def test_the_workers_own_choice_comes_first_and_is_stored(campaign: Campaign, ada: Browser) -> None:
    answer = ada.post("language", {"language": "es", "page": "instructions"})
    assert (answer.status_code, answer.headers["Location"]) == (302, ada.url("instructions"))
    page = text_of(ada.client.get(ada.url("instructions"), headers={"accept-language": "ar"}))
    assert_shows(page, '<html lang="es">', "Continuar con tu tarea")
    assert '<option value="es" lang="es" selected>' in page
    ada.post("language", {"language": "en"})
    assert '<html lang="en">' in text_of(ada.get("instructions"))


def test_unknown_choices_are_refused_or_ignored(campaign: Campaign, ada: Browser) -> None:
    assert ada.post("language", {"language": "xx"}).status_code == 400
    assert ada.post("language").status_code == 400
    assert ada.get("language").status_code == 405
    assert '<html lang="en">' in join_text(campaign, chosen="../../etc")


@pytest.mark.parametrize("page", ["https://evil.example/", "//evil.example", "submit", "", "leave"])
def test_nobody_is_led_anywhere_else(ada: Browser, page: str) -> None:
    answer = ada.post("language", {"language": "es", "page": page})
    assert answer.headers["Location"] == ada.url("join")


@pytest.mark.long
def test_refusals_speak_it_too(campaign: Campaign, ada: Browser) -> None:
    ada.client.cookies["midpath_language"] = "es"
    other = Assignment.objects.get().pk + 1000
    answer = json.loads(text_of(ada.submit(other, [0] * 4)))
    assert answer["error"]["message"].startswith("Esta tarea no es tuya.")
    assert "Vuelve a la tarea" in text_of(ada.post("return", None, other))
    nowhere = ada.client.get("/w/nothing-here/")
    assert "No existe esa página" in text_of(nowhere)
    assert nowhere.headers["Content-Language"] == "es"
    assert "Accept-Language" in nowhere.headers["Vary"]


def test_researchers_and_programs_are_answered_in_english(campaign: Campaign) -> None:
    client = Client(headers={"accept-language": "es"})
    client.cookies["midpath_language"] = "es"
    assert '<html lang="en">' in text_of(client.get(reverse("account_login")))
    client.force_login(make_user())
    page = text_of(client.get(reverse("research:campaign", args=(campaign.pk,))))
    assert '<html lang="en">' in page
    assert re.search(r"[Nn]othing|[Tt]here is", text_of(client.get("/api/v1/nothing-here/")))


def test_one_request_does_not_speak_for_the_next(campaign: Campaign) -> None:
    join_text(campaign, "ar")
    assert translation.get_language() == "en"
    assert '<html lang="en">' in join_text(campaign)


@pytest.mark.long
def test_a_choice_changes_nothing_that_is_stored(campaign: Campaign, ada: Browser) -> None:
    ada.client.cookies["midpath_language"] = "hi"
    assignment = Assignment.objects.get()
    assert ada.submit(assignment, [0] * 4).status_code == 201
    assignment.refresh_from_db()
    assert assignment.judgment.vector == [0] * 4


@pytest.mark.long
def test_an_english_page_brings_no_texts_along(ada: Browser) -> None:
    assert '"texts": {}' in text_of(ada.get("hit"))


@pytest.mark.long
def test_a_page_brings_the_texts_of_its_own_scripts(ada: Browser) -> None:
    ada.client.cookies["midpath_language"] = "ar"
    page = text_of(ada.get("hit"))
    found = re.search(r'<script id="script-texts" type="application/json">(.*?)</script>', page)
    assert found
    texts = json.loads(found[1])["texts"]
    assert texts["Undone."] == "تم التراجع."
    assert "Mark the evidence" not in texts


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("language", catalogues.translated_languages())
def test_the_texts_of_scripts_are_whole_and_weigh_little(scheme: str, language: str) -> None:
    with translation.override(language):
        shown = script_texts(scheme)
    assert shown["language"] == language
    assert set(shown["texts"]) == {text.one for text in texts_for(scheme)}
    assert len(gzip.compress(json.dumps(shown).encode())) < MAX_BYTES


def test_each_kind_of_number_has_its_plural() -> None:
    with translation.override("ar"):
        forms = script_texts("flat")["texts"]["{count} part."]
    assert isinstance(forms, dict)
    found = [forms[kind] for kind in ("one", "two", "few", "many", "other")]
    assert found == ["جزء واحد.", "جزآن.", "{count} أجزاء.", "{count} جزءًا.", "{count} جزء."]


def test_missing_or_old_ones_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    for language in catalogues.translated_languages():
        source = catalogues.source_of(language)
        source.parent.mkdir(parents=True)
        entry = polib.POEntry(msgid="Join", msgstr=JOIN[language])
        catalogue = polib.POFile()
        catalogue.append(entry)
        catalogue.save(str(source))
    assert catalogues.compile_catalogues() == ["es", "fr", "de", "pt", "hi", "ar"]
    compiled = catalogues.source_of("ar").with_suffix(".mo")
    assert polib.mofile(str(compiled)).find("Join").msgstr == JOIN["ar"]  # type: ignore[union-attr]
    assert catalogues.compile_catalogues() == []
    compiled.unlink()
    assert catalogues.compile_catalogues() == ["ar"]
    assert [path.name for path in compiled.parent.glob("*.part")] == []


class TestTheCampaignsOwn:
    """The worker's choice comes first, then the campaign's language, then the browser's."""

    @pytest.fixture
    def hindi(self) -> Campaign:
        return make_campaign(
            language="hi",
            instructions="# निर्देश\n\nपढ़ें।",
            consent="आप कभी भी रुक सकते हैं।",
            redundancy=2,
        )

    @pytest.mark.parametrize(
        ("accepted", "chosen", "language"),
        [("", "", "hi"), ("es", "", "hi"), ("es", "ar", "ar"), ("hi", "en", "en")],
    )
    def test_pages_open_in_it_unless_the_worker_chose_another(
        self, hindi: Campaign, accepted: str, chosen: str, language: str
    ) -> None:
        page = join_text(hindi, accepted, chosen)
        assert f'<html lang="{language}"' in page
        assert f'<option value="{language}" lang="{language}" selected>' in page

    def test_a_campaign_that_names_none_leaves_it_to_the_browser(self, campaign: Campaign) -> None:
        assert '<html lang="es"' in join_text(campaign, "es")

    def test_its_texts_are_marked_as_what_they_are(self, hindi: Campaign, browse: Browse) -> None:
        ada = browse("ada", within=hindi)
        ada.client.cookies["midpath_language"] = "ar"
        page = text_of(ada.get("consent"))
        assert '<html lang="ar" dir="rtl">' in page
        assert '<section class="card prose" lang="hi" dir="ltr"' in page
        ada.post("consent", {"answer": "agree", "version": "1"})
        assert '<div class="prose" lang="hi" dir="ltr">' in text_of(ada.get("instructions"))

    def test_standard_instructions_are_in_the_language_of_the_page(self, browse: Browse) -> None:
        ada = browse("ada", within=make_campaign(language="hi", redundancy=2))
        ada.client.cookies["midpath_language"] = "es"
        assert '<div class="prose" dir="auto">' in text_of(ada.get("instructions"))

    def test_answers_to_the_pages_script_speak_it(self, browse: Browse) -> None:
        ada = browse("ada", within=make_campaign(language="hi", redundancy=2))
        ada.post("next")
        answer = json.loads(text_of(ada.submit(Assignment.objects.get(), [0] * 4)))
        assert "कार्य" in answer["progress"]["words"]
        assert translation.get_language() == "en"

    def test_their_page_uses_that_of_their_work(self, hindi: Campaign, browse: Browse) -> None:
        ada = browse("ada", within=hindi)
        assert '<html lang="hi"' in text_of(ada.client.get(reverse("worker:home")))
        ada.client.cookies["midpath_language"] = "es"
        assert '<html lang="es"' in text_of(ada.client.get(reverse("worker:home")))

    def test_the_database_knows_only_languages_that_pages_have(self, campaign: Campaign) -> None:
        with pytest.raises(IntegrityError, match="a_campaign_speaks_a_known_language"):
            Campaign.objects.update(language="nl")
