"""Passengers and crew of the Titanic by class, sex, age and survival (died, survived).

Dawson (1995), The "unusual episode" data revisited, Journal of Statistics Education 3(3). Counts
are facts.
"""

TITANIC = {
    ("1st", "male", "child"): (0, 5),
    ("1st", "male", "adult"): (118, 57),
    ("1st", "female", "child"): (0, 1),
    ("1st", "female", "adult"): (4, 140),
    ("2nd", "male", "child"): (0, 11),
    ("2nd", "male", "adult"): (154, 14),
    ("2nd", "female", "child"): (0, 13),
    ("2nd", "female", "adult"): (13, 80),
    ("3rd", "male", "child"): (35, 13),
    ("3rd", "male", "adult"): (387, 75),
    ("3rd", "female", "child"): (17, 14),
    ("3rd", "female", "adult"): (89, 76),
    ("crew", "male", "adult"): (670, 192),
    ("crew", "female", "adult"): (3, 20),
}
