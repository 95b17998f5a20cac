"""What the referee says and shows: a voice in a process of its own, beeps, and the running account."""
