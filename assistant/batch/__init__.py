"""Many recordings or logs at once: on all cores, resumable, and one that is broken does not stop the rest."""
