package io.narrows.codec.dense;

import java.util.Objects;

/** Codes literals, for each version of the format; the counterpart of {@link ContentReader}. */
abstract class ContentWriter extends Tokens {
    final BitEncoder coder = new BitEncoder();

    ContentWriter(Models models, ContentModels own, History history, Offsets offsets) {
        super(models, own, history, offsets);
    }

    /** Codes the byte at a position, whose source is set. */
    final void value(int position) {
        int value = history.bytes()[position] & 0xff;
        switch (models.literals) {
            case NIBBLES -> coder.nibbles(models.nibbles, bySource(), value);
            case BY_SOURCE -> {
                int bySource = bySourceIndex();
                coder.tree(models.bySource.models(), bySource, 8, value);
            }
            case AVERAGED -> {
                int byBefore = byBeforeIndex(position);
                int bySource = bySourceIndex();
                coder.averaged(models.byBefore.models(), byBefore, models.bySource.models(), bySource, value);
            }
            case MIXED -> {
                int byBefore = byBeforeIndex(position);
                int bySource = bySourceIndex();
                int byTwoBefore = byTwoBeforeIndex(position);
                coder.mixed(
                        Objects.requireNonNull(models.mixer),
                        Mixer.set(literals),
                        models.byBefore.models(),
                        byBefore,
                        models.bySource.models(),
                        bySource,
                        models.byTwoBefore.models(),
                        byTwoBefore,
                        value);
            }
        }
    }
}
