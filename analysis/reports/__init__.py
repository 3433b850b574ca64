"""Results of a campaign other than its folds: biases, intervals and plans."""
