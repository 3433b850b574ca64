"""Operations that create datasets and campaigns from the answers of another campaign."""
