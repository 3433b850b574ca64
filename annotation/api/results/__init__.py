"""Operations on what comes of a campaign: figures, judgments, signals, methods."""
