"""The selection of words for a model of documents (ACL 2014 §3; COLING 2014 §3.3)."""

from dataclasses import dataclass

from midpath.options.base import Options, Tick, Whole, Words, Wrong


@dataclass(frozen=True)
class WordOptions(Options):
    """The selection of words; the default is that of ACL 2014.

    A word is kept if at least `least_documents` documents and from `least_percent` to
    `most_percent` per cent of them contain it. A segment is kept if it has at least `fewest_words`
    words."""

    bigrams: bool = Tick(
        label="Also count two consecutive words as one word",
        flag="also count two consecutive words as one term",
    ).by_default(True)
    least_documents: int = Whole(
        1,
        1_000_000,
        label="In at least this many documents",
        flag="keep terms that are in at least N documents",
    ).by_default(1)
    least_percent: int = Whole(
        0,
        100,
        label="In at least this % of documents",
        flag="keep terms that are in at least N per cent of the documents",
    ).by_default(5)
    most_percent: int = Whole(
        0,
        100,
        label="In at most this % of documents",
        flag="keep terms that are in at most N per cent of the documents",
    ).by_default(98)
    stopwords: bool = Tick(
        label="Leave out stopwords (English)", flag="leave stopwords out"
    ).by_default(False)
    domain_words: tuple[str, ...] = Words(
        label="Words to leave out",
        help="Words that describe what all documents are about, separated by spaces or commas.",
        flag="leave this word out, instead of those of the preset; may be given several times",
    ).by_default(())
    fewest_words: int = Whole(
        0,
        1000,
        label="Minimum words per segment",
        help="Shorter segments are not put into any group.",
        flag="keep segments of at least N words",
    ).by_default(0)

    def __post_init__(self) -> None:
        words = (word.strip().lower() for word in self.domain_words if word.strip())
        object.__setattr__(self, "domain_words", tuple(dict.fromkeys(words)))

    def check(self) -> None:
        super().check()
        least, most = self.least_percent, self.most_percent
        if least > most:
            problem = f"No words are left: the maximum, {most} %, is below the minimum, {least} %."
            raise Wrong(problem, "most_percent")


ACL = WordOptions()
PRESETS = {
    "acl": ACL,
    "coling": WordOptions(
        bigrams=False,
        least_documents=10,
        least_percent=0,
        most_percent=100,
        stopwords=True,
        domain_words=(
            *("privacy", "policy", "personal", "information", "service"),
            *("web", "site", "website", "com", "please"),
        ),
        fewest_words=10,
    ),
}
PRESET_NAMES = {"acl": "As in ACL 2014", "coling": "As in COLING 2014"}


def preset_of(words: WordOptions) -> str:
    """Return the name of the preset with these options; empty if there is none."""
    return next((name for name, preset in PRESETS.items() if preset == words), "")
