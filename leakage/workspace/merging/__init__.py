"""Three-way merge of two versions of one work: what does not contradict is united, the rest is asked about."""
