"""Operations on models beside the crowd: sets held up to it, and suggestions."""
