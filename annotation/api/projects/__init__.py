"""Operations on projects and on who is in them."""
