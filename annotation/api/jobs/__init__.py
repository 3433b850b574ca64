"""Operations on jobs: samples of pairs, alignments, typologies and their word lists."""
