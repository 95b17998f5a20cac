"""What several games share: house rules, races between calls, chains of negation, scores and sets, chance."""
