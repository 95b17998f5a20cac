"""A match at the table: sound comes in, keys are pressed, time passes, and the referee follows."""
