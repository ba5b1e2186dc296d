package io.narrows.codec.dense;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/** Writes the frames of one context of version 2, with phrases that a test chooses. The content is zeros. */
final class PhraseFrames {
    private final ArrayPool arrays = new ArrayPool(0);
    private final PhraseModels phrases = new PhraseModels();
    private final Models models = new Models(Literals.NIBBLES, arrays);
    private final SequenceModels level0 = new SequenceModels(arrays);
    private final Sizes sizes = new Sizes();
    private final History history = new History(17, arrays);
    private final Offsets offsets = new Offsets();
    private final PhraseWriter writer = new PhraseWriter(models, phrases, history, offsets);
    private boolean begun;

    /**
     * Returns the next frame.
     *
     * @param size 1 to 64 KiB
     * @param written writes the phrases, from the given position on
     */
    byte[] next(int size, ObjIntConsumer<PhraseWriter> written) {
        byte[] frame = new byte[200];
        int coded = 0;
        if (!begun) {
            Parameters parameters = new Parameters(Parameters.VERSION_2, 17, Literals.NIBBLES);
            frame[0] = (byte) parameters.version();
            frame[1] = parameters.flags();
            coded = Parameters.BYTES;
            begun = true;
        }
        writer.coder.start(frame, coded);
        level0.encodeLevel(writer.coder, false);
        sizes.encode(writer.coder, models, size);
        int from = history.begin(size);
        offsets.begin(history);
        offsets.beginFrame(history, size);
        writer.beginPiece();
        written.accept(writer, from);
        return Arrays.copyOf(frame, Math.max(coded + 1, writer.coder.finish()));
    }

    /** Writes only the token of a phrase. */
    void token(int position, int token) {
        writer.coder.nibble(phrases.tokens, writer.context(position), token);
    }

    /** Writes only the class of a length. */
    void lengthClass(int table, int lengthClass) {
        writer.coder.nibble(phrases.lengths, table, lengthClass);
    }

    /** Writes only the upper bits of the offset of a length in its class. */
    void lengthPlace(int lengthClass, int place) {
        writer.coder.nibble(phrases.lengthPlaces, lengthClass, place);
    }
}
