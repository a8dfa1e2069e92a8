"""The processes around the application: the embedded server, children that end with their parent, the web worker."""
