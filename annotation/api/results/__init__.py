"""Operations on a campaign's results: figures, judgments, signals, methods."""
