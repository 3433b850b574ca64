"""Operations on jobs: draws of pairs, alignments, typologies and the lists of words around them."""
