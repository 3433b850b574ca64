"""Results made of a campaign beside its folds: biases, intervals, plans, comparisons."""
