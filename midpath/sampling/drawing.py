"""Draw samples: texts, sentences and random texts from n-gram models."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from midpath.corpus.text_samples import sample_texts
from midpath.progress import Failed, Progress, unseen
from midpath.sampling.candidates import Text, candidates_in
from midpath.sampling.options import RandomOptions, SampleOptions, SentenceOptions, TextOptions
from midpath.sampling.random_texts import RandomTexts
from midpath.sampling.requested import requested_lengths
from midpath.sampling.shapes import LengthRow, SampleFigures


@dataclass(frozen=True)
class Result:
    """A sample: `found` is stored with it and displayed."""

    found: SampleFigures
    texts: list[Text]


def draw_sample(
    texts: Iterable[Text],
    options: SampleOptions,
    given: Mapping[int, int] | None = None,
    progress: Progress = unseen,
    max_cells: int | None = None,
) -> Result:
    """Draw a sample from texts, or from sentences.

    given : how many texts have how many words in the dataset whose lengths are requested
    max_cells : the limit of a model's size, contexts times lengths; None for no limit
    """
    options.check()
    if isinstance(options, RandomOptions):
        return _random(RandomTexts(texts, options, max_cells), options, given, progress)
    candidates = candidates_in(texts, options)
    if not candidates.texts:
        reasons = "; ".join(f"{why} {n:,}" for why, n in candidates.left_out.items())
        raise Failed(f"Nothing that was read qualifies. Left out: {reasons or 'nothing was read'}.")
    lengths = candidates.lengths
    requested = requested_lengths(options, lengths, given)
    near = isinstance(options, TextOptions | SentenceOptions) and options.near_duplicates
    places, repeats = sample_texts(
        [one.words for one in candidates.texts],
        requested,
        options.seed,
        near_duplicates=near,
        visited=lambda: progress(0, len(candidates.texts)),
    )
    chosen = [candidates.texts[place] for place in places]
    obtained = Counter(len(one.words) for one in chosen)
    left_out = candidates.left_out + Counter({"near-duplicate": repeats})
    rows: list[LengthRow] = [
        {
            "words": words,
            "candidates": lengths[words],
            "requested": [number],
            "obtained": [obtained[words]],
        }
        for words, number in requested.items()
    ]
    found: SampleFigures = {
        "options": options.as_json(),
        "read": candidates.read,
        "left_out": dict(left_out),
        "parts": [""],
        "lengths": rows,
    }
    return Result(found, chosen)


def _random(
    made: RandomTexts,
    options: RandomOptions,
    given: Mapping[int, int] | None,
    progress: Progress,
) -> Result:
    parts = [made.draw(order, given, progress) for order in options.orders]
    obtained = [Counter(len(one.words) for one in part.texts) for part in parts]
    rows: list[LengthRow] = [
        {
            "words": words,
            "candidates": None,
            "requested": [part.requested[words] for part in parts],
            "obtained": [one[words] for one in obtained],
        }
        for words in range(options.shortest, options.longest + 1)
    ]
    found: SampleFigures = {
        "options": options.as_json(),
        "read": made.log.read,
        "left_out": dict(made.log.left_out),
        "parts": [f"{order}-gram" for order in options.orders],
        "lengths": rows,
        "repeated": [part.repeated for part in parts],
        "known": [part.known for part in parts],
    }
    return Result(found, [text for part in parts for text in part.texts])
