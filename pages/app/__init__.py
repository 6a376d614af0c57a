"""What every page stands on: the door, the session, figures, forms and charts."""
