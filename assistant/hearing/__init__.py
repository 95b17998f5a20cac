"""From sound to calls: endpointing, the ears and their fusion, timing, attribution."""
