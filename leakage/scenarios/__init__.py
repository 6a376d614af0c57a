"""Worked examples as workspaces and tables: those of the papers, and a realistic person."""
