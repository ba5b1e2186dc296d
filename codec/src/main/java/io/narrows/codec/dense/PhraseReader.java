package io.narrows.codec.dense;

/** Reads phrases, of version 2 of the format, and produces their content. */
final class PhraseReader extends ContentReader {
    private final PhraseModels phrases;

    PhraseReader(Models models, PhraseModels phrases, History history, Offsets offsets) {
        super(models, phrases, history, offsets);
        this.phrases = phrases;
    }

    @Override
    int next(int position) throws DamagedFrameException {
        int token = coder.nibble(phrases.tokens, context(position));
        previous = token;
        if (token < Phrases.JOINT) {
            return match(position, token);
        }
        boolean isJoint = token < Phrases.RUN;
        int at = position + token - (isJoint ? Phrases.JOINT : Phrases.RUN) + 1;
        literals(position, at - position);
        if (!isJoint) {
            return at;
        }
        if (at == history.end()) {
            int count = at - position;
            throw new DamagedFrameException("a match after " + count + " literals (expected: the end of the piece)");
        }
        look(at);
        return match(at, Phrases.ENDING);
    }

    private void literals(int position, int count) throws DamagedFrameException {
        int left = history.end() - position;
        if (count > left) {
            throw new DamagedFrameException("a run of " + count + " literals (expected: at most " + left + ")");
        }
        int distance = offsets.get(0);
        if (models.literals == Literals.NIBBLES) {
            coder.literals(models.nibbles, history.bytes(), position, count, distance, history.lap(), literals > 0);
            literals += count;
        } else {
            for (int at = position; at < position + count; at++, literals++) {
                source = history.before(at, distance);
                history.bytes()[at] = (byte) value(at);
            }
        }
        history.markLiterals(position, count);
    }

    /** @param token a token of a match; source and continuation of the position are set */
    private int match(int position, int token) throws DamagedFrameException {
        int index = 0;
        int from = source;
        int distance;
        int length;
        if (token <= Phrases.LAST) {
            distance = offsets.get(0);
            length = token == Phrases.ENDING
                    ? likelyLength(position)
                    : LAST_MIN + length(coder.nibble(phrases.lengths, PhraseModels.lengthOfLast(restClass)));
        } else if (token == Phrases.NEW) {
            index = Offsets.COUNT - 1;
            length = NEW_MIN + length(coder.nibble(phrases.lengths, PhraseModels.lengthOfNew(literals)));
            distance = 1 + distance(length);
            from = history.before(position, distance);
        } else {
            index = token - Phrases.OLDER + 1;
            distance = offsets.get(index);
            from = history.before(position, distance);
            int otherClass = restClassAt(from);
            int lengthClass = coder.nibble(phrases.lengths, PhraseModels.lengthOfOlder(index, otherClass));
            length = lengthClass == Phrases.ENDS
                    ? olderLength(likelyLength(from, otherClass, history.end() - position))
                    : OLDER_MIN + length(lengthClass);
        }
        copyMatch(position, from, distance, length);
        afterMatch(position, index, distance);
        return position + length;
    }

    /** Checks the expected length of a match of an older distance. */
    private static int olderLength(int expected) throws DamagedFrameException {
        if (expected < OLDER_MIN) {
            throw new DamagedFrameException(
                    "a match of " + expected + " bytes of an older distance (expected: at least " + OLDER_MIN + ")");
        }
        return expected;
    }

    private int length(int lengthClass) throws DamagedFrameException {
        if (lengthClass == Phrases.ENDS) {
            throw new DamagedFrameException("length class " + lengthClass);
        }
        int bits = Counts.LENGTHS.bits(lengthClass);
        int first = Counts.LENGTHS.first(lengthClass);
        if (bits == 0) {
            return first;
        }
        int plain = Math.max(0, bits - Phrases.MODELLED);
        int place = coder.nibble(phrases.lengthPlaces, lengthClass) << plain;
        if (place >>> bits != 0) {
            throw new DamagedFrameException("offset " + place + " in length class " + lengthClass);
        }
        return first + (plain > 0 ? place | coder.plain(plain) : place);
    }

    private int distance(int length) throws DamagedFrameException {
        int distanceClass = coder.nibble(phrases.distances, lengthGroup(length));
        int plain = Distances.bits(distanceClass) - 2 * Distances.MODELLED;
        int place = coder.nibble(phrases.highPlaces, distanceClass) << plain;
        place = (place | coder.plain(plain)) << Distances.MODELLED;
        return Distances.first(distanceClass) + (place | coder.nibble(phrases.lowPlaces, distanceClass));
    }
}
