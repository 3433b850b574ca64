"""Operations of and about workers."""
