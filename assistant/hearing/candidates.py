"""Which sentences may have been said, and what speaks for each of them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from assistant.core.phrases.book import GameBook
from assistant.core.phrases.judge import Judgement, judge_words
from assistant.core.phrases.match import Words
from assistant.hearing.fusion import Candidate, Features, Kind
from assistant.hearing.hiss import agreement, contradicts, ending_otherwise
from assistant.hearing.sounds import Pronouncer, Sounds, sound_distance
from engines.base import OTHER

MOST_OF_A_KIND = 4
"""So many legal sentences that sound nearest to what was heard compete, and as many near misses: with six, one near
miss in a hundred less passed on the fitting voices, and scoring took a third longer."""
TALK_DISTANCE = 0.6
"""What sounds further than this from every sentence of the book is table talk; of 117 calls in quiet rooms and 82 in
noise, 8 did, all but one of them of one syllable."""
SHORT_WORDS = 2
"""... unless it has no more words than this: a single syllable may sound like anything."""
SCORE_UNIT_NATS = 5.0
"""Differences of log-probabilities are counted in this unit, so that all features are of one size."""
SCORE_CLIP_NATS = 20.0
"""Beyond this a difference says nothing more."""
LENGTH_UNIT_PHONES = 10.0
"""So many phones are two or three words."""
USUAL_FIT_NATS = {False: -1.3, True: -2.2}
"""How well the grammar ear's words fit where they were said, in a quiet room and in a noisy one: the medians of 121 and
167 calls of the fitting voices. Where it forces a cry into a word they fit by -4.3."""
WORST_MISFIT_NATS = 4.0
"""Beyond this a bad fit says nothing more."""
KEYWORD_DISTANCE = 0.34
"""What sounds nearer than this to a single word is not told from it by the ear for such words: "stops" from "stop"."""
SPOTTED_FROM_NATS = math.log(0.2)
"""A single word that is likelier than this competes, whatever the other ears heard."""
SOUNDED_FROM_NATS = -5.0
"""... or one that fits to the ear for sounds by no more below what fits best: of 105 shouts of the fitting voices in a
quiet room, 98 in 100 do."""
KEYWORD_CLIP_NATS = 8.0
"""Beyond this its log-probabilities say nothing more."""
LEAST_PHONES = 4
"""A misfit in a shorter word counts as one in a word of so many phones."""
WORST_PHONES_NATS = 10.0
"""Beyond this a misfit of phones says nothing more."""
NO_FITS: Mapping[Words, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Hearings:
    """What the ears heard; each is empty where an ear heard nothing."""

    grammar: Words
    """The grammar ear."""
    primed: Words
    """The open ear, primed with the game's phrases."""
    plain: Words
    """The open ear without that."""
    grammar_fit: float | None = None
    """How well the grammar ear's words fit, in nats a frame; None where it does not tell."""
    primed_fit: float | None = None
    """How well the primed words fit, in nats a word piece."""
    plain_fit: float | None = None
    """How well the plain words fit, likewise."""
    noisy: bool = False
    """Whether the noise of the room had to be taken out."""
    keywords: Mapping[str, float] = field(default_factory=dict)
    """The log-probability of each word that the ear for single words knows, in nats, and of all else under OTHER; empty
    where it was not asked, and where more than a word was said."""
    shout_fits: Mapping[Words, float] = field(default_factory=dict)
    """How much worse each call of one word fits to the ear for sounds than what fits best of all: 0.0 or less, in nats;
    empty where it was not asked, and where more than a word was said."""
    hiss: float | None = None
    """How clearly the speech ends with a hiss, -1.0 to 1.0 (see `hiss`); None where that cannot be told."""

    @property
    def agree(self) -> bool:
        """Whether all are the same."""
        return self.grammar == self.primed == self.plain

    @property
    def distinct(self) -> tuple[Words, ...]:
        """All that was heard, each once."""
        return tuple(words for words in dict.fromkeys((self.grammar, self.primed, self.plain)) if words)


class Lineup:
    """All sentences of a game's book, ready to be compared with what was heard."""

    def __init__(self, book: GameBook, pronouncer: Pronouncer) -> None:
        """Look up how every sentence of the book sounds."""
        self._book = book
        self._pronounce = pronouncer
        legal = (*(line for line, _ in book.sentences()), *book.run_on_sentences())
        near = (line for line, _ in book.near_misses())
        self._legal = {words: pronouncer.sounds(words) for words in (tuple(line.split()) for line in legal)}
        self._near = {words: pronouncer.sounds(words) for words in (tuple(line.split()) for line in near)}
        self._shouts = tuple(words for words in self._legal if len(words) == 1)

    @property
    def shouts(self) -> tuple[Words, ...]:
        """The calls of one word."""
        return self._shouts

    def is_certain(self, words: Words, hiss: float | None = None) -> bool:
        """Tell whether nothing else was said, when both ears hear these words and the speech ends as they do.

        Of 1049 clips of the fitting voices, near misses and talk among them, none was taken for a legal sentence of
        several words by both ears; for a single word, seven were.
        """
        if len(words) < 2 or kind_of(judge_words(self._book, words)) is not Kind.LEGAL:
            return False
        return not contradicts(hiss, self._pronounce.sounds(words))

    def suspects(self, heard: Hearings) -> tuple[Words, ...]:
        """Return the sentences that may have been said: none where plain table talk was heard."""
        spotted = self._spotted(heard)
        if not heard.primed and not heard.plain and not spotted:
            return ()
        if heard.agree and not contradicts(heard.hiss, self._pronounce.sounds(heard.grammar)):
            return heard.distinct
        sounds = {words: self._pronounce.sounds(words) for words in (*heard.distinct, *spotted)}
        if not spotted and self._is_talk(heard, sounds):
            return ()
        legal, near = (_distances(sentences, tuple(sounds.values())) for sentences in (self._legal, self._near))
        nearest = (sorted(found, key=lambda words: found[words])[:MOST_OF_A_KIND] for found in (legal, near))
        shouts = self._shouts if spotted or _is_short(heard) else ()
        otherwise = [ending_otherwise(words) for words in heard.distinct if contradicts(heard.hiss, sounds[words])]
        competing = (words for some in nearest for words in some)
        return tuple(dict.fromkeys((*heard.distinct, *otherwise, *competing, *shouts)))

    def candidates(
        self, heard: Hearings, scores: Mapping[Words, float], fits: Mapping[Words, float] = NO_FITS
    ) -> tuple[Candidate, ...]:
        """Return the sentences that were scored, with all that speaks for them and against them.

        Args:
            heard: what the ears heard.
            scores: the open ear's log-probability of each sentence, in nats.
            fits: how much worse each fits to the ear for sounds than what fits best of all, 0.0 or less, in nats; empty
                where it was not asked.
        """
        best = max(scores.values(), default=0.0)
        sounds = {words: self._pronounce.sounds(words) for words in (*scores, *heard.distinct)}
        return tuple(self._candidate(words, heard, score - best, fits, sounds) for words, score in scores.items())

    def _candidate(
        self, words: Words, heard: Hearings, lead: float, fits: Mapping[Words, float], sounds: Mapping[Words, Sounds]
    ) -> Candidate:
        def distance(other: Words) -> float:
            return sound_distance(sounds[words], sounds[other]) if other else 1.0

        judgement = judge_words(self._book, words)
        kind = kind_of(judgement)
        primed_doubt, plain_doubt = -(heard.primed_fit or 0.0), -(heard.plain_fit or 0.0)
        phones, phones_misfit = _phones(words, len(sounds[words]), kind, fits)
        features = Features(
            score=max(-SCORE_CLIP_NATS, lead) / SCORE_UNIT_NATS,
            length=len(sounds[words]) / LENGTH_UNIT_PHONES,
            grammar_agrees=float(words == heard.grammar),
            grammar_agrees_in_noise=float(words == heard.grammar and heard.noisy),
            grammar_distance=distance(heard.grammar),
            grammar_misfit=distance(heard.grammar) * misfit_nats(heard.grammar_fit, heard.noisy),
            primed_agrees=float(words == heard.primed),
            primed_doubt=primed_doubt * float(words == heard.primed),
            primed_distance=distance(heard.primed),
            primed_misfit=primed_doubt * distance(heard.primed),
            plain_agrees=float(words == heard.plain),
            plain_doubt=plain_doubt * float(words == heard.plain),
            plain_distance=distance(heard.plain),
            plain_misfit=plain_doubt * distance(heard.plain),
            open_agrees=float(words == heard.primed == heard.plain),
            legal=float(kind is Kind.LEGAL),
            shout=float(kind is Kind.LEGAL and len(words) == 1),
            talk=float(kind is Kind.TALK),
            keyword=self._keyword(sounds[words], kind, heard.keywords),
            final_hiss=agreement(heard.hiss, sounds[words]),
            phones=phones,
            phones_in_noise=phones * float(heard.noisy),
            phones_misfit=phones_misfit,
            phones_misfit_in_noise=phones_misfit * float(heard.noisy),
        )
        return Candidate(words, kind, call_of(judgement), features)

    def _spotted(self, heard: Hearings) -> tuple[Words, ...]:
        """Return the calls of one word that the ear for such words thinks likely, or the ear for sounds."""
        return tuple(
            words
            for words in self._shouts
            if heard.keywords.get(words[0], -math.inf) > SPOTTED_FROM_NATS
            or heard.shout_fits.get(words, -math.inf) > SOUNDED_FROM_NATS
        )

    def _keyword(self, sounds: Sounds, kind: Kind, keywords: Mapping[str, float]) -> float:
        """Return the log-probability of the single word that a sentence sounds like, or of none, in SCORE_UNIT_NATS.

        Table talk counts as none, whatever it sounds like: the open ear makes "said use" of "seduce".
        """
        if not keywords:
            return 0.0
        if kind is Kind.TALK:
            return max(-KEYWORD_CLIP_NATS, keywords[OTHER]) / SCORE_UNIT_NATS
        known = _distances({(word,): self._pronounce.sounds((word,)) for word in keywords if word != OTHER}, (sounds,))
        nearest = min(known, key=lambda word: known[word])
        said = nearest[0] if known[nearest] <= KEYWORD_DISTANCE else OTHER
        return max(-KEYWORD_CLIP_NATS, keywords[said]) / SCORE_UNIT_NATS

    def _is_talk(self, heard: Hearings, sounds: Mapping[Words, Sounds]) -> bool:
        """Tell whether what the open ear heard is too far from every sentence of the book."""
        if _is_short(heard):
            return False
        open_sounds = tuple(sounds[words] for words in (heard.primed, heard.plain) if words)
        book = _distances({**self._legal, **self._near}, open_sounds)
        return min(book.values()) > TALK_DISTANCE


def _phones(words: Words, phones: int, kind: Kind, fits: Mapping[Words, float]) -> tuple[float, float]:
    """Return `Features.phones` and `Features.phones_misfit` of a sentence of so many phones."""
    if not fits:
        return 0.0, 0.0
    lead = max(-SCORE_CLIP_NATS, fits[words] - max(fits.values())) / SCORE_UNIT_NATS
    misfit = 0.0 if kind is Kind.TALK else min(WORST_PHONES_NATS, -fits[words] / max(LEAST_PHONES, phones))
    return lead / math.sqrt(max(1.0, phones / LENGTH_UNIT_PHONES)), misfit


def misfit_nats(grammar_fit: float | None, noisy: bool) -> float:
    """Return by how much worse the grammar ear's words fit than those of a usual call, in nats a frame; 0.0 if unknown.

    Args:
        grammar_fit: how well they fit.
        noisy: whether the noise of the room had to be taken out.
    """
    return 0.0 if grammar_fit is None else min(WORST_MISFIT_NATS, USUAL_FIT_NATS[noisy] - grammar_fit)


def _is_short(heard: Hearings) -> bool:
    """Tell whether the open ear heard few words: a syllable or two, which may sound like anything."""
    return min(len(words) for words in (heard.primed, heard.plain) if words) <= SHORT_WORDS


def kind_of(judgement: Judgement) -> Kind:
    """Return what a judged sentence is."""
    if isinstance(judgement, tuple):
        return Kind.LEGAL
    return Kind.TALK if judgement is None else Kind.NEAR


def call_of(judgement: Judgement) -> tuple[object, ...]:
    """Return the calls of a legal sentence: their phrases, and the slots in which it matters what they hold."""
    if not isinstance(judgement, tuple):
        return ()
    return tuple(
        (call.phrase.id, tuple(slot for slot in call.slots if slot[0] not in call.phrase.any_of)) for call in judgement
    )


def _distances(sentences: Mapping[Words, Sounds], heard: tuple[Sounds, ...]) -> dict[Words, float]:
    """Return how far in sound each sentence is from the nearest of those heard."""
    return {words: min(sound_distance(sounds, each) for each in heard) for words, sounds in sentences.items()}
