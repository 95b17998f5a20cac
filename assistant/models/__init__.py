"""The models on this machine: what the manifest lists, where they lie, and whether they are what they should be."""
