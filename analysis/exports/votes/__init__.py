"""Files of campaigns whose answers are one of a few, labels and pairs, in which all are weighed."""
