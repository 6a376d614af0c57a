"""Cells: what a table says, column by column, as codes and distinct texts."""
