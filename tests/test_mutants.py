"""The mutants can still be made: their texts occur in the code, their tests exist."""

from collections.abc import Iterator

from tests.mutants import ROOT, Mutant, Stale, read_mutants


def faults_of(mutant: Mutant) -> Iterator[str]:
    """Yield what keeps a mutant from being made."""
    changes = [edit.find or edit.put for edit in mutant.edits]
    if not mutant.tests or not changes or not all(changes):
        yield f"{mutant.source}.toml, {mutant.name}: it names no test or no edit"
    try:
        mutant.check(ROOT)
    except Stale as stale:
        yield f"{mutant.source}.toml, {mutant.name}: {stale}"


def test_all_mutants_can_be_made() -> None:
    mutants = read_mutants()
    assert mutants
    assert [fault for mutant in mutants for fault in faults_of(mutant)] == []
