"""Operations on the items of a campaign, and on filters of them."""
