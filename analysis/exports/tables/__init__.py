"""The tables that every campaign can be exported as, each in three formats."""
