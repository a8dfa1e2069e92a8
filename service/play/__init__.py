"""The use cases: what people and programs do with games. `service.api` and `workers` enter; nothing here knows HTTP."""
