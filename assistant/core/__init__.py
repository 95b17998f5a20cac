"""What decides. Pure functions of their arguments: no clock, no files, no logging, no randomness, no threads."""
