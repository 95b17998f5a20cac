"""Practice: drill the phrases, race the ghost, be creepy, and see the progress."""
