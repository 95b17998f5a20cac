"""What settles a dispute: photo finish, appeal, report."""
