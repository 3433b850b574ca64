"""Operations on webhooks and what is told to them."""
