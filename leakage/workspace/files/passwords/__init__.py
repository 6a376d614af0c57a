"""Password managers and browsers: logins as accounts, without their passwords."""
