"""Operations on alignments and on samples of pairs."""
