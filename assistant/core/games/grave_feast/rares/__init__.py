"""The rare cards: the Devil Wife and the Exorcist (section 6)."""
