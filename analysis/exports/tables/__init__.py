"""The tables that every campaign is exported as, whatever its scheme, each in three forms."""
