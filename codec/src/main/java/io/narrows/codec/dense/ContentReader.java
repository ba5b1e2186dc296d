package io.narrows.codec.dense;

import java.util.Objects;

/** Reads the content of frames; one subclass for each version of the format. */
abstract class ContentReader extends Tokens {
    final BitDecoder coder = new BitDecoder();

    ContentReader(Models models, ContentModels own, History history, Offsets offsets) {
        super(models, own, history, offsets);
    }

    /** Reads what begins at a position and returns the position after it. */
    abstract int next(int position) throws DamagedFrameException;

    /** Reads the byte at a position, whose source is set. */
    final int value(int position) throws DamagedFrameException {
        return switch (models.literals) {
            case NIBBLES -> coder.nibbles(models.nibbles, bySource());
            case BY_SOURCE -> {
                int bySource = bySourceIndex();
                yield coder.tree(models.bySource.models(), bySource, 8);
            }
            case AVERAGED -> {
                int byBefore = byBeforeIndex(position);
                int bySource = bySourceIndex();
                yield coder.averaged(models.byBefore.models(), byBefore, models.bySource.models(), bySource);
            }
            case MIXED -> {
                int byBefore = byBeforeIndex(position);
                int bySource = bySourceIndex();
                int byTwoBefore = byTwoBeforeIndex(position);
                yield coder.mixed(
                        Objects.requireNonNull(models.mixer),
                        Mixer.set(literals),
                        models.byBefore.models(),
                        byBefore,
                        models.bySource.models(),
                        bySource,
                        models.byTwoBefore.models(),
                        byTwoBefore);
            }
        };
    }

    /** Copies a match, after checking that it ends within the piece and its source is valid. */
    final void copyMatch(int position, int from, int distance, int length) throws DamagedFrameException {
        int left = history.end() - position;
        if (length > left || !history.isSource(from, position) || length > history.run(from, position)) {
            throw new DamagedFrameException(
                    "a match of " + length + " bytes, " + distance + " back (expected: at most " + left + ")");
        }
        copy(history.bytes(), from, position, length);
    }

    /** Copies a match. Source and target may overlap, in which case the source repeats. */
    static void copy(byte[] bytes, int from, int to, int length) {
        if (to - from >= length || from > to) {
            System.arraycopy(bytes, from, bytes, to, length);
        } else {
            for (int i = 0; i < length; i++) {
                bytes[to + i] = bytes[from + i];
            }
        }
    }
}
