"""An alignment in sentences: its settings, its words, and what has changed since."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.db.models import Q

from addons.alignment.models import Alignment
from annotation.models import Campaign
from midpath.alignment.options.words import PRESET_NAMES, WordOptions, preset_of
from midpath.alignment.result_shapes import AlignmentFigures, CountedTerms, Gold
from midpath.alignment.tables.lexicon import lexicon_lines
from midpath.text.formatting import counted


@dataclass(frozen=True)
class News:
    """A campaign with judgments that the figures do not include yet; `before` is the version that
    the figures include, None if they include none."""

    campaign: Campaign
    before: int | None


OBJECTIVES = {
    "em": "the log-likelihood with the logs of all probabilities, weighted by the smoothing",
    "vb": "the variational bound on the log-likelihood",
    "clustering": "the negative sum of squared distances from the centre of each group",
    "lda": "the variational bound of the topics",
    "gibbs": "the mean log-probability of the words and groups over the samples, with all other "
    "probabilities integrated out",
}


def objective_of(method: str) -> str:
    """Return the name of the value that a run maximises."""
    _, _, estimate = method.rpartition("_")
    return OBJECTIVES.get(method) or OBJECTIVES.get(estimate, OBJECTIVES["em"])


def head_of(alignment: Alignment) -> dict[str, object]:
    """Return the common beginning of all pages of an alignment."""
    return {
        "project": alignment.dataset.project,
        "dataset": alignment.dataset,
        "alignment": alignment,
    }


def results_of(alignment: Alignment) -> AlignmentFigures:
    """Return the results of an alignment that is ready."""
    return cast(AlignmentFigures, alignment.results)


def about(alignment: Alignment) -> list[str]:
    results = results_of(alignment)
    level, terms = results["level"], results["terms"]
    short, termless = results["left_out"]["short"], results["termless"]
    groups, runs = counted(results["groups"], "group"), counted(results["runs"], "run")
    documents = counted(results["documents"], "document")
    left_out = f"; {short:,} too short are left out" if short else ""
    counting = f"{counted(results['terms_kept'], 'word')} count{_as_in(terms)}"
    own = results["lexicon"]["stopwords"] if "lexicon" in results else 0
    sentences = [
        f"{groups} of {level}: {alignment.options.method_name}, {runs}, seed {results['seed']}.",
        f"{results['segments']:,} {level} of {documents}{left_out}.",
        f"{counting}: {words_that_count(terms, own)}.",
    ]
    sentences += [f"{line[:1].upper()}{line[1:]}." for line in lexicon_lines(results)]
    if termless:
        one = "1 has" if termless == 1 else f"{termless:,} have"
        sentences.append(f"{one} none of these.")
    return sentences


def words_that_count(terms: CountedTerms, own_stopwords: int = 0) -> str:
    low, high = terms["least_percent"], terms["most_percent"]
    rules = ["single words and two that follow each other" if terms["bigrams"] else "single words"]
    if (low, high) != (0, 100):
        rules.append(f"in {low} to {high}% of the documents")
    if terms["least_documents"] > 1:
        rules.append(f"in at least {terms['least_documents']:,} documents")
    if own_stopwords:
        rules.append(f"none of {counted(own_stopwords, 'stopword')} of your own")
    elif terms["stopwords"]:
        rules.append("no English stopwords")
    if terms["domain_words"]:
        rules.append(f"not {', '.join(terms['domain_words'])}")
    if terms["fewest_words"]:
        rules.append(f"segments of at least {counted(terms['fewest_words'], 'word')}")
    return "; ".join(rules)


def news_of(alignment: Alignment) -> list[News]:
    """Return the campaigns that have changed or been added since the figures were computed."""
    known = versions_of(results_of(alignment)["golds"])
    drawn = Q(
        scheme="pair",
        dataset__details__drawn_from=alignment.dataset_id,
        dataset__details__level=alignment.options.level,
    )
    campaigns = Campaign.objects.launched().filter(drawn | Q(pk__in=known))
    found = campaigns.filter(agreement__isnull=False).select_related("agreement").order_by("pk")
    return [
        News(campaign, known.get(campaign.pk))
        for campaign in found
        if campaign.agreement.version != known.get(campaign.pk, 0)
    ]


def versions_of(golds: Sequence[Gold]) -> dict[int, int | None]:
    """Return the versions of the campaigns behind the golds, by campaign number."""
    return {
        int(number): gold["version"]
        for gold in golds
        for _, _, number in (gold["key"].rpartition("-"),)
        if number.isdigit()
    }


def _as_in(terms: CountedTerms) -> str:
    preset = preset_of(WordOptions.from_json(terms))
    return f", {PRESET_NAMES[preset].replace('As', 'as', 1)}" if preset else ""
