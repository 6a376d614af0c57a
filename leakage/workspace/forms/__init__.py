"""Forms: tables in, values or one sentence a cell out."""
