"""`make contract-check`: independent tools check the contract, and schemathesis tests it on the running service."""
