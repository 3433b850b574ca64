"""Document collection: find a document of a site, such as its privacy policy, and copy it with
address, date and subtitles (ACL 2014 §2)."""

from collections.abc import Sequence
from typing import TypedDict

from django.utils.translation import gettext, gettext_noop

from annotation.models import Item
from annotation.schemes.base import is_filled_in
from annotation.schemes.document.figures import FIGURES
from annotation.schemes.document.files import FILES
from annotation.schemes.document.form import DocumentSettingsForm
from annotation.schemes.mixins import HasSettings, OwnWords
from annotation.schemes.terms import UsualTerms
from midpath.schemes.base import Settings
from midpath.schemes.document import CollectionAnswers
from midpath.schemes.document.settings import DEFAULTS, check_document_settings
from midpath.schemes.document.vector import day_of, subtitles_of

MEGABYTE = 2**20


SEARCH_INSTRUCTIONS = gettext_noop(
    "You get the address of a website. Open it in another tab and look for its {document}; there "
    "is often a link at the bottom of the page. You can also search the web for the name of the "
    "website followed by “{document}”: the task shows what to search for. Choose the result that "
    "is the {document} of this website. Copy the address of the document, the line with the date "
    "of the last update, and the full text from the first to the last line, without menus and "
    "footers. Then copy the main headings, one per line, exactly as they are in the text. If you "
    "cannot find the document, return the task."
)


class Shown(TypedDict):
    """Data of a site that a worker's browser receives. `query`: what to search the web for, if that
    is suggested."""

    text: str
    site: str
    url: str
    category: str
    query: str


class Collection(CollectionAnswers, HasSettings, OwnWords):
    title = "Documents of sites"
    work = gettext_noop("Finding documents")
    noun = "site"
    dataset_kinds = ("sites",)
    question = gettext_noop("Find a document on this website")
    hint = gettext_noop(
        "Open the website, find its {document}, and copy the address, the date of the last "
        "update, the full text and the main headings."
    )
    instructions = gettext_noop(
        "You get the address of a website. Open it in another tab and look for its {document}; "
        "there is often a link at the bottom of the page. Copy the address of the document, the "
        "line with the date of the last update, and the full text from the first to the last "
        "line, without menus and footers. Then copy the main headings, one per line, exactly as "
        "they are in the text. If you cannot find the document, return the task."
    )
    why_never_known = "Documents on websites change, so there can be no gold answers."
    figures = FIGURES
    usual_terms = UsualTerms(seconds_expected=180)
    settings_form = DocumentSettingsForm
    settings_help = (
        '`{"preset": "terms", "privacy" or "custom", "document": "terms of use", "search": true or '
        "false}`: what to look for on each site, and whether a web search is suggested"
    )
    files = FILES
    most_bytes = MEGABYTE

    def shown(self, item: Item, settings: Settings) -> Shown:
        content = item.content
        return {
            "text": item.text,
            "site": item.text,
            "url": content.get("url", ""),
            "category": content.get("category", ""),
            "query": f"{item.text} {_sought(settings)}" if settings.get("search") else "",
        }

    def written(self, vector: Sequence[int], item: Item, settings: Settings) -> str:
        many = len(subtitles_of(vector))
        day = day_of(vector)
        return f"{many} heading{'' if many == 1 else 's'} | {day or 'no date'}"

    def check_settings(self, settings: Settings) -> dict[str, object]:
        return check_document_settings(settings)

    def question_of(self, settings: Settings) -> str:
        return gettext("Find the {document} of this website").format(document=_sought(settings))

    def hint_of(self, settings: Settings) -> str:
        return gettext(self.hint).format(document=_sought(settings))

    def instructions_of(self, settings: Settings) -> str:
        text = SEARCH_INSTRUCTIONS if settings.get("search") else self.instructions
        return gettext(text).format(document=_sought(settings))

    def is_standard(self, given: str) -> bool:
        return super().is_standard(given) or is_filled_in(SEARCH_INSTRUCTIONS, given)


def _sought(settings: Settings) -> str:
    return gettext(str({**DEFAULTS, **settings}["document"]))


scheme = Collection()
