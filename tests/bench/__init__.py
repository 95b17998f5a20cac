"""Tests of the bench itself: what it adds to speech, what it holds for true, and how it counts."""
