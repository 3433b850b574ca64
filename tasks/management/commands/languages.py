"""Update the translation catalogues of workers' pages from the sources."""

from django.core.management.base import BaseCommand

from annotation.text.languages.catalogues import compile_catalogues
from annotation.text.languages.update import update_catalogues


class Command(BaseCommand):
    help = (
        "Collects what workers read into locale/<language>/LC_MESSAGES/django.po: new texts come "
        "untranslated, texts that are gone leave, translations stay."
    )

    def handle(self, **options: object) -> None:
        missing = update_catalogues()
        compile_catalogues()
        for language, count in missing.items():
            self.stdout.write(f"{language}: {count} not translated")
