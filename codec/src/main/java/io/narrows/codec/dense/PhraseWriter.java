package io.narrows.codec.dense;

/** Codes phrases, for version 2 of the format; the counterpart of {@link PhraseReader}. */
final class PhraseWriter extends ContentWriter {
    private final PhraseModels phrases;

    /** {@link BitEncoder#spent} after the token of the latest literals, and after the literals. */
    int afterToken;

    int afterLiterals;

    PhraseWriter(Models models, PhraseModels phrases, History history, Offsets offsets) {
        super(models, phrases, history, offsets);
        this.phrases = phrases;
    }

    /**
     * Codes literals, and the match after them if one token can be for both. Returns whether it was.
     *
     * @param count 1 to {@link Phrases#MAX_RUN}
     * @param length of the match after them if it has the last distance, otherwise 0
     */
    boolean literals(int position, int count, int length) {
        int context = context(position);
        history.markLiterals(position, count);
        int at = position + count;
        boolean isJoint = false;
        if (length > 0 && count <= Phrases.MAX_JOINT) {
            look(at);
            isJoint = length == likelyLength(at);
        }
        literals(position, count, context, (isJoint ? Phrases.JOINT : Phrases.RUN) + count - 1);
        if (isJoint) {
            afterMatch(at, 0, offsets.get(0));
        }
        return isJoint;
    }

    /**
     * Codes a match in a phrase of its own.
     *
     * @param index index among the recent distances, or {@link Offsets#COUNT} for a new one
     * @param length at least the minimum of the kind, at most up to the end of the piece
     */
    void match(int position, int index, int distance, int length) {
        int context = context(position);
        if (index == 0) {
            int likely = likelyLength(position);
            token(context, length == likely ? Phrases.ENDING : Phrases.LAST);
            if (length != likely) {
                length(PhraseModels.lengthOfLast(restClass), length - LAST_MIN);
            }
        } else if (index == Offsets.COUNT) {
            token(context, Phrases.NEW);
            length(PhraseModels.lengthOfNew(literals), length - NEW_MIN);
            distance(distance - 1, length);
        } else {
            token(context, Phrases.OLDER + index - 1);
            older(position, index, distance, length);
        }
        afterMatch(position, Math.min(index, Offsets.COUNT - 1), distance);
    }

    private void older(int position, int index, int distance, int length) {
        int from = history.before(position, distance);
        int otherClass = restClassAt(from);
        int table = PhraseModels.lengthOfOlder(index, otherClass);
        if (length == likelyLength(from, otherClass, history.end() - position)) {
            coder.nibble(phrases.lengths, table, Phrases.ENDS);
        } else {
            length(table, length - OLDER_MIN);
        }
    }

    private void literals(int position, int count, int context, int token) {
        token(context, token);
        afterToken = coder.spent();
        int distance = offsets.get(0);
        if (models.literals == Literals.NIBBLES) {
            coder.literals(models.nibbles, history.bytes(), position, count, distance, history.lap(), literals > 0);
            literals += count;
        } else {
            for (int at = position; at < position + count; at++, literals++) {
                source = history.before(at, distance);
                value(at);
            }
        }
        afterLiterals = coder.spent();
    }

    private void token(int context, int token) {
        coder.nibble(phrases.tokens, context, token);
        previous = token;
    }

    private void length(int table, int more) {
        int lengthClass = Counts.LENGTHS.of(more);
        coder.nibble(phrases.lengths, table, lengthClass);
        int bits = Counts.LENGTHS.bits(lengthClass);
        if (bits == 0) {
            return;
        }
        int place = more - Counts.LENGTHS.first(lengthClass);
        int plain = Math.max(0, bits - Phrases.MODELLED);
        coder.nibble(phrases.lengthPlaces, lengthClass, place >>> plain);
        if (plain > 0) {
            coder.plain(place & (1 << plain) - 1, plain);
        }
    }

    private void distance(int number, int length) {
        int distanceClass = Distances.of(number);
        coder.nibble(phrases.distances, lengthGroup(length), distanceClass);
        int place = number - Distances.first(distanceClass);
        int plain = Distances.bits(distanceClass) - 2 * Distances.MODELLED;
        coder.nibble(phrases.highPlaces, distanceClass, place >>> plain + Distances.MODELLED);
        coder.plain(place >>> Distances.MODELLED & (1 << plain) - 1, plain);
        coder.nibble(phrases.lowPlaces, distanceClass, place & (1 << Distances.MODELLED) - 1);
    }
}
