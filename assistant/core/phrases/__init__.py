"""The phrase book: templates, how words match them, and how words that do not match differ from them."""
