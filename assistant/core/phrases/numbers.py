"""Number words: what people say for the numbers from 0 to 99."""

ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TEENS = (
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
LARGEST = 99
"""The largest number that a template may ask for."""


def spell(number: int) -> str:
    """Return a number from 0 to LARGEST in words, such as "twenty one".

    Raises:
        ValueError: the number lies outside.
    """
    if not 0 <= number <= LARGEST:
        raise ValueError(f"{number} is not between 0 and {LARGEST}")
    if number < 10:
        return ONES[number]
    if number < 20:
        return TEENS[number - 10]
    tens, ones = divmod(number, 10)
    return TENS[tens - 2] + (f" {ONES[ones]}" if ones else "")


SPELLED = {tuple(spell(number).split()): number for number in range(LARGEST + 1)}
"""Every number from 0 to LARGEST by its words."""
