"""The mutants can still be made: their texts stand in the code, their tests exist."""

import pytest

from tests.mutants import ROOT, Mutant, read_mutants


@pytest.mark.parametrize("mutant", read_mutants(), ids=lambda mutant: mutant.name)
def test_the_mutant_can_be_made(mutant: Mutant) -> None:
    assert mutant.tests
    assert mutant.edits
    mutant.check(ROOT)
