"""Where sound comes from and goes to: recordings, microphones, clocks."""
