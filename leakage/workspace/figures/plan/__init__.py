"""One plan for a workspace: from its releases to a situation, from what can be done to actions, and back."""
