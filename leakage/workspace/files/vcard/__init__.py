"""vCards, versions 3.0 (RFC 2426) and 4.0 (RFC 6350), and what is common of 2.1, as facts about a person."""
