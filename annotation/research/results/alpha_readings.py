"""Interpretations of S and α together, in the papers' words (ACL 2013 §5 and §6)."""

RELIABLE = 0.6
LOW = 0.4
# S is high from a fifth of the way from chance to 1.
HIGH_SHARE = 0.2


def reading_of(alpha: float | None, s: float | None, chance: float | None) -> str:
    if alpha is None or s is None or chance is None:
        return "α or S is not defined yet."
    high = is_high(s, chance)
    if alpha >= RELIABLE:
        return (
            f"α is {RELIABLE} or more: workers agree on the texts themselves, beyond any shared "
            "habit."
        )
    if alpha >= LOW:
        return f"α is moderate: some agreement on the texts, but reliable only from {RELIABLE} on."
    if high:
        return (
            "S is high and α is low: workers’ annotations of the same text are close together, "
            "but so are those of different texts. They share a habit, the middle path, more "
            "than a reading of the texts."
        )
    return "S is near chance and α is low: workers agree little and do not share a strong habit."


def in_short(alpha: float | None, s: float | None, chance: float | None) -> str:
    """Return the interpretation of one worker's S and α against the others."""
    if alpha is None or s is None or chance is None:
        return "not defined"
    if alpha >= LOW:
        return "agrees on the texts" if alpha >= RELIABLE else "agrees somewhat"
    return "shares the habit, not the texts" if is_high(s, chance) else "agrees little"


def is_high(s: float, chance: float) -> bool:
    return s - chance >= HIGH_SHARE * (1 - chance)
