"""Numbers of texts to request, by length."""

from collections.abc import Mapping

from midpath.corpus.text_samples import shared_out
from midpath.progress import Failed
from midpath.sampling.options import EQUAL, GIVEN, SampleOptions


def requested_lengths(
    options: SampleOptions, own: Mapping[int, int | float], given: Mapping[int, int] | None
) -> dict[int, int]:
    """Return how many texts of each length are requested.

    own : the weights of the lengths in what is sampled: numbers of texts, or a model's chances
    given : the numbers of texts in the dataset whose lengths are requested
    """
    lengths = range(options.shortest, options.longest + 1)
    if options.lengths == EQUAL:
        return shared_out(options.size, dict.fromkeys(lengths, 1))
    if options.lengths == GIVEN and given is None:
        raise Failed("The dataset whose lengths were requested is missing. Choose another one.")
    weights = own if options.lengths != GIVEN or given is None else given
    requested = shared_out(options.size, {length: weights.get(length, 0) for length in lengths})
    if not any(requested.values()):
        raise Failed(
            f"{'The chosen dataset has' if options.lengths == GIVEN else 'There are'} no texts of "
            f"{options.shortest} to {options.longest} words that qualify. Change the options."
        )
    return requested
