"""Operations on pay, payments and what a campaign costs."""
