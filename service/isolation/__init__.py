"""Run the rules of installed packages in processes of their own, and name the faults of all rules."""
