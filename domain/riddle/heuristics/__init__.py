"""What AI players of The Riddle of Leonardo go by: estimates, none of which is a rule.

Nobody enters but `RULESET`.
"""
