"""Operations on decisions: list them, read the queue, decide."""
