"""The classroom: a class plays together, each from a phone, at tables that the teacher watches."""
