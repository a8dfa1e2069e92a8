"""Tests of Azul: Summer Pavilion."""
