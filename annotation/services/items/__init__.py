"""Items of a campaign, found by what is known of them and put in order."""
