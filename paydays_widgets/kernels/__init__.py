"""What compiled games share."""
