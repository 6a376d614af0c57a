"""Exporting: tables for spreadsheets, and what a report for people is made of."""
