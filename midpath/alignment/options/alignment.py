"""The options of an alignment."""

from dataclasses import dataclass, field

from midpath.alignment.options.lexicon import OTHER, PLAIN, LexiconOptions
from midpath.alignment.options.words import ACL, WordOptions
from midpath.options.base import Choice, Group, Options, Seed, Tick, Whole, Wrong

MAX_GROUPS, MAX_RUNS, MAX_CURVES = 50, 20, 20
# A command blocks no page, so it accepts more than a page.
FLAG_MOST = 1000


UNITS = (("sections", "sections"), ("paragraphs", "paragraphs"))
# The methods of midpath.corpus.alignment, which loads NumPy, with their display names.
METHOD_NAMES = {
    "clustering": "Clustering",
    "lda": "LDA",
    "vanilla": "Vanilla HMM, EM",
    "all_forward": "All-forward HMM, EM",
    "strict_forward": "Strict-forward HMM, EM",
    "vanilla_vb": "Vanilla HMM, VB",
    "all_forward_vb": "All-forward HMM, VB",
    "strict_forward_vb": "Strict-forward HMM, VB",
    "vanilla_gibbs": "Vanilla HMM, Gibbs",
    "all_forward_gibbs": "All-forward HMM, Gibbs",
    "strict_forward_gibbs": "Strict-forward HMM, Gibbs",
}
# The methods with results in the papers, which are compared unless others are named.
COMPARED = tuple(key for key in METHOD_NAMES if not key.endswith("_gibbs"))
# The methods with curves by the number of groups (COLING 2014, Fig. 1).
CURVED = ("clustering", "vanilla", "vanilla_vb")


@dataclass(frozen=True)
class AlignmentOptions(Options):
    """The options of an alignment.

    `compare` fits every method. `curves` fits some of them for 1 to that many groups; 0 for
    none."""

    level: str = Choice(
        UNITS,
        "Choose sections or paragraphs.",
        label="Units",
        required="Choose sections or paragraphs.",
        flag="what to put into groups (default: %(default)s)",
    ).by_default("sections")
    method: str = Choice(
        tuple(METHOD_NAMES.items()),
        "Choose a method from the list.",
        label="Method",
        help="In forward models, a document can only move on to later groups.",
        required="Choose a method.",
    ).by_default("vanilla")
    groups: int = Whole(
        1,
        MAX_GROUPS,
        label="Groups",
        help="ACL 2014 used 10, as many as a policy has sections.",
        flag="how many groups to make (default: %(default)s)",
        flag_most=FLAG_MOST,
    ).by_default(10)
    runs: int = Whole(
        1,
        MAX_RUNS,
        label="Runs",
        help="Each run starts from different random values. The best-fitting run is shown.",
        flag="how many runs, each from other random values (default: %(default)s)",
        flag_most=FLAG_MOST,
    ).by_default(10)
    seed: int = Seed(help="The same seed gives the same groups.").by_default(1)
    words: WordOptions = field(default=ACL, metadata={"kind": Group(WordOptions)})
    lexicon: LexiconOptions = field(default=PLAIN, metadata={"kind": Group(LexiconOptions)})
    compare: bool = Tick(
        label="Compare every method",
        help="Makes a table like Table 3 of ACL 2014. Takes eight times as long.",
    ).by_default(False)
    curves: int = Whole(
        0,
        MAX_CURVES,
        ticked=True,
        label=f"Curves for 1 to {MAX_CURVES} groups",
        help="As in COLING 2014, Figures 1 and 2: clustering and both vanilla models.",
        flag="also compute clustering, vanilla and vanilla_vb with 1, 2, ... N groups (COLING "
        "2014, Fig. 1)",
        flag_most=FLAG_MOST,
    ).by_default(0)

    def check(self) -> None:
        super().check()
        self.require_stopwords()

    def require_stopwords(self) -> None:
        """Refuse the built-in stopwords for another language."""
        lexicon = self.lexicon
        if lexicon.language == OTHER and self.words.stopwords and not lexicon.stopword_list:
            raise Wrong(
                "The built-in stopwords are English. Give your own stopwords, or keep all words.",
                "stopword_list",
            )

    @property
    def method_name(self) -> str:
        return METHOD_NAMES[self.method]
