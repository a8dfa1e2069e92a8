"""The OpenAPI document: schemas, examples, links and versions.

`service.api` and the application enter.
"""
