"""Tests of Maestro Leonardo."""
