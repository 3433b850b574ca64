"""Files of campaigns whose answers come from a few choices (labels and pairs), in which all
judgments are weighted."""
