"""What AI players of Maestro Leonardo go by: estimates, none of which is a rule.

Nobody enters but `RULESET`.
"""
