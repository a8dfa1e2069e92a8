"""`make contract-check`: independent tools judge the contract, and one of them tries it on the running service."""
