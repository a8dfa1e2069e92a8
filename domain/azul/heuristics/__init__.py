"""What AI players of Azul: Summer Pavilion go by: estimates, none of which is a rule.

Nobody enters but `RULESET`.
"""
