"""What several games share: races between calls, and chance."""
