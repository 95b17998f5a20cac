"""Engines: what turns a stretch of speech into words. One file each; see `engines.base` for the protocol."""
