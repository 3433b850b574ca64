"""The methods paragraph: sentences with facts, each with the papers that it cites."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotation.models import Campaign
from annotation.schemes.base import Scheme
from annotation.services.methods.facts import Facts, ReportedFigure, Source
from midpath.tables.arms import summarize_arms
from midpath.text.formatting import counted, signed, written

METHODS = {"bca": "BCa bootstrap", "percentile": "percentile bootstrap"}
# How workers were recruited, after "of them".
CAME = {
    "name": "under a name of their own choice",
    "link": "by a link with their id",
    "prolific": "from Prolific",
    "connect": "from CloudResearch Connect",
    "sona": "from SONA",
    "api": "through a program of ours",
}
PROGRAMS = {
    "replay": ("recorded annotator", "recorded annotators"),
    "simulated": ("simulated worker", "simulated workers"),
    "model": ("model", "models"),
}
WHY_OUT = {
    "withdrawn": "by workers who withdrew",
    "excluded": "by excluded workers",
    "rejected": "rejected in review",
    "set_aside": "set aside in review",
    "repeated": "repeated by the same worker",
    "known": "answers to items with a gold answer",
    "late": "submitted after their task was reassigned",
    "otherwise": "for another reason, such as failed gold answers",
}
BY_LOT = (
    "That interval is a percentile bootstrap over workers, and p is from an exact test based on "
    "the randomization within each ten {}s of a worker."
)
SNAPSHOT = "[SHA-256 of the exported file]"


@dataclass(frozen=True)
class Sentence:
    """A sentence on one topic, `about`, and the keys of the papers that it cites."""

    about: str
    text: str
    cites: tuple[str, ...] = ()


def sentences_of(facts: Facts) -> list[Sentence]:
    return [
        Sentence("task", _task(facts)),
        _redundancy(facts.campaign, facts.scheme.noun),
        *_workers(facts),
        *_conditions(facts.campaign),
        Sentence("pay", _pay(facts)),
        *_left_out(facts),
        *_suggested(facts),
        *map(_figure, _measured(facts)),
        *_intervals(facts),
        Sentence("software", _software(facts)),
    ]


def _task(facts: Facts) -> str:
    campaign, scheme = facts.campaign, facts.scheme
    items = counted(campaign.hit_count, scheme.noun)
    question = scheme.question_of(campaign.settings)
    return (
        (
            f"We collected annotations of {items} of the dataset “{campaign.dataset.name}” "
            f"({scheme.title.lower()}); the question was: “{question}”"
        )
        + ("" if question.endswith(("?", ".")) else ".")
        + _unfit(campaign, scheme)
    )


def _unfit(campaign: Campaign, scheme: Scheme) -> str:
    if not campaign.left_out:
        return ""
    return (
        f" We left out {counted(campaign.left_out, scheme.noun)} of the dataset that did not have "
        f"{scheme.lengths}."
    )


def _redundancy(campaign: Campaign, noun: str) -> Sentence:
    workers = counted(campaign.redundancy, "worker")
    more = counted(campaign.asked_beyond, "more judgment")
    besides = f" We requested {more} for some {noun}s."
    besides *= bool(campaign.asked_beyond)
    if not campaign.is_adaptive:
        return Sentence("redundancy", f"Each {noun} was to be judged by {workers}.{besides}")
    until, cites = "more than half of the votes", list[str]()
    if campaign.settles_by_posterior:
        until, cites = f"a posterior of at least {campaign.posterior_percent}", ["zhang-2016"]
        besides += (
            " Posteriors are those of the one-coin model with equal priors, with the accuracies of "
            "the workers as estimated at the time."
        )
    return Sentence(
        "redundancy",
        f"Each {noun} was judged by {workers}, then by more until one answer had {until} (at most "
        f"{campaign.most_judgments}).{besides}",
        tuple(cites),
    )


def _workers(facts: Facts) -> Iterator[Sentence]:
    if not facts.given or facts.first_at is None or facts.last_at is None:
        yield Sentence("workers", "There are no judgments yet.")
        return
    people = [source for source in facts.sources if not source.is_program]
    programs = [source for source in facts.sources if source.is_program]
    first, last = (f"{at.day} {at:%B %Y}" for at in (facts.first_at, facts.last_at))
    when = f"on {first}" if first == last else f"between {first} and {last}"
    given = counted(facts.given, "judgment")
    if people:
        and_programs = f" and {_programs(programs)}" if programs else ""
        who = f"{counted(sum(source.workers for source in people), 'worker')}{and_programs}"
        came = "; ".join(f"{source.workers:,} {CAME[source.key]}" for source in people)
        yield Sentence("workers", f"{who} gave {given} {when} (workers came: {came}).")
    else:
        yield Sentence(
            "workers", f"{_programs(programs)} gave {given} {when}; no people took part."
        )
    if programs and people:
        yield Sentence("programs", "These judgments include those of programs.")


def _programs(sources: Sequence[Source]) -> str:
    return " and ".join(counted(source.workers, *PROGRAMS[source.key]) for source in sources)


def _conditions(campaign: Campaign) -> Iterator[Sentence]:
    if campaign.consent:
        yield Sentence("consent", "Workers agreed to a consent text before they started.")
    if campaign.training_hits:
        trained = counted(campaign.training_hits, "gold answer")
        yield Sentence("training", f"They were trained on {trained} first.")
    if campaign.known_every:
        yield Sentence(
            "known", f"One in {campaign.known_every} texts given to a worker had a gold answer."
        )
    if campaign.pass_share is not None:
        yield Sentence(
            "passing",
            f"Workers with fewer than {campaign.pass_share:.0%} of the gold answers correct got "
            "no more tasks.",
        )


def _pay(facts: Facts) -> str:
    campaign, money = facts.campaign, facts.money
    if not campaign.reward:
        return "Workers were not paid."
    if facts.sources and all(source.is_program for source in facts.sources):
        return "There was no pay, because no people took part."
    parts = [f"Each judgment was paid {campaign.currency} {written(campaign.reward)}"]
    if money.median_ms and money.hourly is not None:
        parts.append(
            f"at a median active time of {money.median_ms / 1000:,.1f} seconds this amounts to "
            f"{campaign.currency} {written(money.hourly)} an hour"
        )
    parts.append(f"workers earned {campaign.currency} {written(money.earned)} in total")
    if campaign.fee_percent:
        parts.append(f"the platform’s fee was {campaign.fee_percent.normalize():f} %")
    return f"{'; '.join(parts)}."


def _left_out(facts: Facts) -> Iterator[Sentence]:
    if facts.excluded:
        reasons = "; ".join(f"“{why}” ({n:,})" for why, n in facts.excluded.items())
        excluded = counted(sum(facts.excluded.values()), "worker")
        were = "was" if sum(facts.excluded.values()) == 1 else "were"
        yield Sentence("excluded", f"We excluded {excluded}; the reason {were}: {reasons}.")
    if facts.out:
        why = "; ".join(f"{n:,} {WHY_OUT[name]}" for name, n in facts.out.items())
        total = counted(sum(facts.out.values()), "judgment")
        yield Sentence("left_out", f"Not in the figures: {total} ({why}).")
    if facts.given:
        yield Sentence("used", f"The figures are based on {counted(facts.used, 'judgment')}.")


def _suggested(facts: Facts) -> Iterator[Sentence]:
    if facts.suggested is None:
        return
    yield Sentence(
        "suggested",
        f"In {facts.suggested.share:.0%} of their {facts.scheme.noun}s, chosen at random for "
        "each worker, workers started from an answer suggested by a program; in the others they "
        "started from nothing.",
    )
    arms = facts.suggested.arms
    if arms and arms["same"]["value"] is not None:
        yield Sentence("anchoring", f"{summarize_arms(arms)} {BY_LOT.format(facts.scheme.noun)}")
        alphas = arms["suggested"]["alpha"]["value"], arms["alone"]["alpha"]["value"]
        if alphas[0] is not None and alphas[1] is not None:
            yield Sentence(
                "suggested_alpha",
                f"{arms['figure']} was {signed(alphas[0])} with suggestions and "
                f"{signed(alphas[1])} without.",
            )


def _measured(facts: Facts) -> Iterator[tuple[Facts, ReportedFigure]]:
    if facts.given:
        yield from ((facts, reported) for reported in facts.figures)


def _figure(pair: tuple[Facts, ReportedFigure]) -> Sentence:
    facts, reported = pair
    cited = facts.scheme.cites.get(reported.figure.path[0], "")
    about = f"figure {'/'.join(reported.figure.path)}"
    cites = (cited,) if cited else ()
    if reported.value is None:
        reason = reported.reason[:1].lower() + reported.reason[1:].rstrip(".")
        return Sentence(about, f"{reported.figure.label} is undefined: {reason}.", cites)
    value = f"{reported.figure.label} was {reported.figure.shown(reported.value)}"
    return Sentence(about, f"{value}{_between(facts, reported)}.", cites)


def _between(facts: Facts, reported: ReportedFigure) -> str:
    if not reported.has_interval:
        return ""
    low, high = (reported.figure.shown(reported.interval[end]) for end in ("low", "high"))
    of = (
        ""
        if reported.version == facts.version
        else f", from version {reported.version:,} of the figures"
    )
    return f" ({reported.interval['level']:.0%} interval {low} to {high}{of})"


def _intervals(facts: Facts) -> Iterator[Sentence]:
    found = [reported.interval for reported in facts.figures if reported.has_interval]
    if not found:
        return
    one = found[0]
    method = METHODS.get(one.get("method", ""), "bootstrap")
    yield Sentence(
        "intervals",
        f"Intervals are by {method} over {one['over']} with {one['resamples']:,} resamples "
        f"(seed {one['seed']}).",
        ("efron-1987",) if one.get("method") == "bca" else (),
    )


def _software(facts: Facts) -> str:
    at = facts.campaign.agreement.folded_at
    snapshot = facts.snapshot
    named = f"with the SHA-256 {snapshot.digest}" if snapshot else SNAPSHOT
    place = f", published at {snapshot.address}" if snapshot and snapshot.address else ""
    return (
        f"Collection and figures: Midpath {facts.midpath}, version {facts.version:,} of the "
        f"figures, {at.day} {at:%B %Y}; the judgments are in the snapshot {named}{place}."
    )
