"""The OpenAPI document: schemas, examples, links and versions."""
