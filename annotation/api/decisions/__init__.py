"""Operations of decisions: what was decided, what waits, and deciding."""
