"""The cost of one annotator's loop, ours and in each other system that is installed.

As in the part loop, all run in turn, round after round, and the figures are medians. Each system
has a few hundred texts, one labelling task, one annotator, and PostgreSQL if it supports it. The
loop is only the requests without which the label is not stored or the next text not shown. The
pages of others send more, such as for progress or to report clicks, and files that browsers store.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from statistics import median

from bench.loop import ANSWER, Contender, bare_view, times_as_costly, worker_loop
from bench.site.raw import raw
from bench.site.server import BARE, GUNICORN, Server, serve
from bench.site.studies import enrol, make_campaign, tidy_up
from bench.systems import doccano, label_studio, potato, turkle
from bench.systems.place import Place, is_installed, place
from bench.systems.texts import TEXTS

Started = AbstractContextManager[tuple[Server, Callable[[], None]]]
SYSTEMS: dict[str, tuple[str, Callable[[Place], Started]]] = {
    "turkle": ("Turkle", turkle.start),
    "doccano": ("doccano", doccano.start),
    "label-studio": ("Label Studio", label_studio.start),
    "potato": ("Potato", potato.start),
}
ROUNDS = 7
LOOPS = 30  # (ROUNDS + 1) * LOOPS texts are labelled
# A connection waits while the others have their turns.
PATIENT = ("--keep-alive", "600")


def main() -> None:
    installed = [key for key in SYSTEMS if is_installed(key)]
    if missing := [name for key, (name, _) in SYSTEMS.items() if key not in installed]:
        print(f"Not installed: {', '.join(missing)}; `make peer-systems` installs them.")
    if not installed:
        return
    campaign = make_campaign(TEXTS)
    tidy_up()
    with ExitStack() as stack:
        ours = stack.enter_context(serve("config.settings", (*GUNICORN, *PATIENT)))
        bare = stack.enter_context(serve("bench.site.bare_settings", (*BARE, *PATIENT)))
        loop = stack.enter_context(worker_loop(ours, enrol(campaign, "new")))
        alone = stack.enter_context(raw(enrol(campaign, "raw"), ANSWER, ANSWER["boundaries"]))
        contenders = [
            Contender("Midpath", ours, loop),
            Contender("bare view", bare, stack.enter_context(bare_view(bare))),
            Contender("the same writes in PostgreSQL", alone, alone.once),
        ]
        for key in installed:
            name, start = SYSTEMS[key]
            contenders.append(
                Contender(name, *stack.enter_context(start(stack.enter_context(place(key)))))
            )
        for _ in range(ROUNDS + 1):
            for contender in contenders:
                contender.run(LOOPS)
    show(contenders)


def show(contenders: list[Contender]) -> None:
    """Print the medians without the first round, which only warms up."""
    ours = contenders[0]
    print(f"{'one text':32}{'CPU ms':>9}{'wall ms':>9}{'× ours CPU':>12}")
    for contender in contenders:
        print(
            f"{contender.name:32}{median(contender.cpu[1:]):9.2f}"
            f"{median(contender.wall[1:]):9.2f}{times_as_costly(contender, ours):12.2f}"
        )
