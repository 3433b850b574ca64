"""Operations that take many rows in one request and report the outcome of each."""
