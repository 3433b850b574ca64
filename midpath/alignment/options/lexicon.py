"""The language of documents, and the user's own stopwords and lemmas."""

from dataclasses import dataclass

from midpath.options.base import Choice, Options, WordPairs, Words

ENGLISH, OTHER = "english", "other"
MAX_STOPWORDS = 5000


@dataclass(frozen=True)
class LexiconOptions(Options):
    """The language of documents, with stopwords and lemmas; the default is English, with the
    built-in stopwords if stopwords are left out.

    `stopword_list` replaces the built-in stopwords and is always left out. `lemmas` are lines
    "form TAB lemma"."""

    language: str = Choice(
        ((ENGLISH, "English"), (OTHER, "another language")),
        "Choose English or another language.",
        label="Language of the documents",
        help="For another language, stopwords come only from your list. Chinese, Japanese, Thai "
        "and similar scripts are split into words by ICU’s dictionaries.",
        required="Choose English or another language.",
        flag="english, or other: no built-in stopwords, and scripts without spaces are split into "
        "words by dictionaries (default: %(default)s)",
    ).by_default(ENGLISH)
    stopword_list: tuple[str, ...] = Words(
        most=MAX_STOPWORDS,
        label="Your own stopwords",
        help="They replace the built-in ones. Separate them by spaces, commas or lines.",
    ).by_default(())
    lemmas: tuple[str, ...] = WordPairs(
        label="Lemmas",
        help="One form per line: the form, a tab, and the lemma that it counts as.",
    ).by_default(())

    def __post_init__(self) -> None:
        words = (word.strip().lower() for word in self.stopword_list if word.strip())
        object.__setattr__(self, "stopword_list", tuple(dict.fromkeys(words)))


PLAIN = LexiconOptions()
