"""The pages of the dashboard, and the router over them."""
