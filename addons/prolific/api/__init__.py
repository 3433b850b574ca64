"""Operations on Prolific: a project's token, the study, its submissions, messages and bonuses."""
