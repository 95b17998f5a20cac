"""Trains the ear for sounds (`engines.phones`): python -m bench.phones

Every person on the fitting side says calls, near misses, such lines with a word that sounds like another in it
(`texts`), and words in no order, so that the ear learns to listen and not to expect. Natural voices are blended into
more people, and synthesisers of all kinds help out (`speakers`). What they say is heard in all kinds of rooms and
noise, anew in each round (`evenings`). The people are in two groups; each network learns from one of them (`learning`).
"""
