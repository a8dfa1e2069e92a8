"""The use cases. `service.api` and `workers` call them; nothing here depends on HTTP."""
