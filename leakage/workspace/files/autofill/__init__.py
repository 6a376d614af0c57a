"""What browsers fill in for a person: whole profiles."""
