"""Operations on jobs, and on word lists."""
