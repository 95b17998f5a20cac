"""The record of a match that proves its rulings: written first, chained by hashes, replayed at will."""
