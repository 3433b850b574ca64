"""Pictures that workers see: those of apps, and those that instructions and consent show."""
