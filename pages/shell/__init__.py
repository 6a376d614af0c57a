"""What pages share: state, tables, charts, text."""
