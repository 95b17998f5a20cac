"""The bench: corpora, accuracy, timing and speed, in numbers that anyone can measure again."""
