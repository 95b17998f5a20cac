"""A judged match in the formats of other programs."""
