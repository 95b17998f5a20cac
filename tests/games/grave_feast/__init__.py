"""Tests of Grave Feast by plain calls."""
