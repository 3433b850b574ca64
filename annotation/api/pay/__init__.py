"""Operations on pay, payments and costs."""
