"""What the API takes and gives: schemas of the service's own resources, and the bridge to the rulesets' types."""
