"""Random texts from n-gram models of a log."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from midpath.corpus.ngrams import NgramModel, Words, count_contexts
from midpath.progress import Failed, Progress
from midpath.sampling.candidates import Text, candidates_in, timed
from midpath.sampling.options import MODEL, RandomOptions
from midpath.sampling.requested import requested_lengths

# On the server; about 600 bytes each.
MAX_CONTEXTS = 1_000_000

# A model makes at most this many texts for each one that is wanted of a length.
TRIES, FEWEST_TRIES = 20, 1000


@dataclass
class Part:
    """The texts of one model. It made `repeated` others again, or of the log if these are left out;
    `known` of its texts are in the log."""

    requested: dict[int, int]
    texts: list[Text] = field(default_factory=list)
    repeated: int = 0
    known: int = 0


class RandomTexts:
    """Random texts from models of a log, each text once."""

    def __init__(
        self, texts: Iterable[Text], options: RandomOptions, max_cells: int | None
    ) -> None:
        self._options, self._max_cells = options, max_cells
        log = timed(texts, options.frequency) if options.frequency else texts
        self.log = candidates_in(log, options)
        self._times = Counter[Words]()
        self._lengths = Counter[int]()
        for one in self.log.texts:
            self._times[one.words] += one.times
            self._lengths[len(one.words)] += one.times
        if not self._times:
            raise Failed("There are no texts to make a model from. Check the options.")
        self._seen: set[Words] = set()
        self._done = 0

    def draw(self, order: int, given: Mapping[int, int] | None, progress: Progress) -> Part:
        """Draw texts from the model of an order; none that was drawn before."""
        options = self._options
        self._require_room(order)
        model = NgramModel(order, self._times, options.longest)
        chances = dict(enumerate(model.length_chances.tolist()))
        weights = chances if options.lengths == MODEL else self._lengths
        part = Part(requested_lengths(options, weights, given))
        number = 0
        for words, wanted in part.requested.items():
            end = number + max(TRIES * wanted, FEWEST_TRIES)
            missing = wanted
            while missing and number < end:
                missing -= self._take(model.draw(words, options.seed, number), order, part)
                number += 1
                progress(self._done, options.size * len(options.orders))
            number = end
        return part

    def _take(self, words: Words | None, order: int, part: Part) -> bool:
        """Take a text unless it was drawn before; return whether it was taken."""
        if words is None:
            return False
        known = words in self._times
        if words in self._seen or (known and self._options.new):
            part.repeated += 1
            return False
        self._seen.add(words)
        self._done += 1
        part.known += known
        part.texts.append(Text(" ".join(words), words, {"model": f"{order}-gram"}))
        return True

    def _require_room(self, order: int) -> None:
        if self._max_cells is None:
            return
        contexts = count_contexts(order, self._times, MAX_CONTEXTS)
        lengths = self._options.longest + 1
        if contexts > MAX_CONTEXTS:
            raise Failed(
                f"The {order}-gram model has more than {MAX_CONTEXTS:,} contexts. Use a smaller "
                "order or fewer texts, or run midpath sample on a file."
            )
        if contexts * lengths > self._max_cells:
            raise Failed(
                f"The {order}-gram model has {contexts:,} contexts; with {lengths - 1} words, at "
                f"most {self._max_cells // lengths:,} are possible here. Sample fewer words, or "
                "run midpath sample on a file."
            )
