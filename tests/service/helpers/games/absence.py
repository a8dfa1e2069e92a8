"""Seats and clocks of games with absent players."""

AI = {"kind": "ai", "level": "random"}
TIME = {"kind": "clock", "reason": "time"}
