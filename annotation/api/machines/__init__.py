"""Operations on model annotators: sets compared with the crowd, and suggestions."""
