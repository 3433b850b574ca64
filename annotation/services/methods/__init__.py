"""The methods of a campaign in words that a paper can print, made from what is stored."""
