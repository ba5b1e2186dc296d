package io.narrows.codec.dense;

import java.util.Objects;

/** Codes literals, for each version of the format; the counterpart of {@link ContentReader}. */
abstract class ContentWriter extends Tokens {
    final BitEncoder coder = new BitEncoder();

    ContentWriter(Models models, History history, Offsets offsets) {
        super(models, history, offsets);
    }

    /** Codes the byte at a position, whose source is set. */
    final void value(int position) {
        int value = history.bytes()[position] & 0xff;
        switch (models.literals) {
            case NIBBLES -> coder.nibbles(models.nibbles, nibblesIndex(), value);
            case BY_SOURCE -> coder.tree(models.bySource, bySourceIndex(), 8, value);
            case AVERAGED ->
                coder.averaged(models.byBefore, byBeforeIndex(position), models.bySource, bySourceIndex(), value);
            case MIXED ->
                coder.mixed(
                        Objects.requireNonNull(models.mixer),
                        Mixer.set(literals),
                        models.byBefore,
                        byBeforeIndex(position),
                        models.bySource,
                        bySourceIndex(),
                        models.byTwoBefore,
                        byTwoBeforeIndex(position),
                        value);
        }
    }
}
