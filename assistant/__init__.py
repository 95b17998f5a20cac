"""The party referee: an offline, voice-enabled referee for card games in which players must say things."""

__version__ = "0.1.0"
