"""The description of the API by its schema: answers, places, links and rooms."""
