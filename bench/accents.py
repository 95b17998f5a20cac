"""How people from elsewhere say the games' shouts: English as few synthesisers speak it.

Sounds are in the alphabet of the International Phonetic Association, after J. C. Wells, "Accents of English" (1982).
"""

from collections.abc import Mapping

ACCENTS: Mapping[str, Mapping[str, str]] = {
    "scottish": {
        "go": "ɡˈoː",
        "stop": "stˈɔp",
        "seduce": "sɪdʒˈus",
        "blood": "blˈʌd",
        "more": "mˈoːɹ",
        "brains": "bɾˈeːnz",
        "fight": "fˈəit",
        "flee": "flˈi",
    },
    "northern": {
        "go": "ɡˈɔː",
        "stop": "stˈɒp",
        "seduce": "sɪdjˈuːs",
        "blood": "blˈʊd",
        "more": "mˈɔː",
        "brains": "bɹˈeːnz",
        "fight": "fˈaːt",
        "flee": "flˈɪi",
    },
    "southern": {
        "go": "ɡˈæʊ",
        "stop": "stˈɑːp",
        "seduce": "sɪdˈyːs",
        "blood": "blˈɜːd",
        "more": "mˈoːɹ",
        "brains": "bɹˈæɪnz",
        "fight": "fˈɑːt",
        "flee": "flˈəi",
    },
    "australian": {
        "go": "ɡˈʌʊ",
        "stop": "stˈɔp",
        "seduce": "sədʒˈʊus",
        "blood": "blˈad",
        "more": "mˈoː",
        "brains": "bɹˈæɪnz",
        "fight": "fˈɑɪt",
        "flee": "flˈəi",
    },
    "german": {
        "go": "ɡˈoː",
        "stop": "ʃtˈɔp",
        "seduce": "sidjˈuːs",
        "blood": "blˈat",
        "more": "mˈoːɐ",
        "brains": "bʁˈeːns",
        "fight": "fˈaɪt",
        "flee": "flˈiː",
    },
    "indian": {
        "go": "ɡˈoː",
        "stop": "sʈˈɔp",
        "seduce": "sɪɖjˈuːs",
        "blood": "blˈəɖ",
        "more": "mˈoːr",
        "brains": "bɾˈeːnz",
        "fight": "fˈaɪʈ",
        "flee": "flˈiː",
    },
}
"""The sounds of each word, by accent."""


def in_accent(text: str, accent: str) -> str:
    """Return the sounds of a text, its mark at the end kept.

    Raises:
        KeyError: a word is not among those that the accent is known of.
    """
    words = text.rstrip("!.")
    return " ".join(ACCENTS[accent][word] for word in words.lower().split()) + text[len(words) :]
