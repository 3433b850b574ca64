"""Operations on webhooks and their messages."""
