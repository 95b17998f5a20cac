"""Tests of the games by themselves, without audio or scripts."""
