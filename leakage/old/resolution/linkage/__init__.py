"""Record linkage by evidence: a join is as probable as what the two records agree and disagree on makes it."""
