"""Operations on projects and their members."""
