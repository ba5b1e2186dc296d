package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;

/** An encoder that compresses a piece in parts, as the plain bytes come. */
public interface StreamRecipe extends Recipe {
    /** A setting of parts: the piece has parts before this one, and the encoder goes on behind them. */
    int CONTINUES = 1;

    /** A setting of parts: further parts follow. */
    int MORE = 2;

    /** The result of {@link #firstSettings} for a piece of another encoder. */
    int NO_MATCH = -1;

    /**
     * Returns the most bytes that the encoder can make of the plain bytes of a part, including what it held back of the parts before it.
     */
    @Override
    int bound(int plainLength);

    /** Returns the plain bytes of which the encoder makes its first output for certain; 0 if that depends on them. */
    default int leastPlain() {
        return 0;
    }

    /**
     * Returns the settings of the first part, apart from {@link #MORE}, with which this recipe may have made a piece.
     *
     * @param packed little-endian; the piece begins at its position, which is not changed
     * @return the settings, or {@link #NO_MATCH}
     */
    default int firstSettings(ByteBuffer packed) {
        return NO_SETTINGS;
    }

    /**
     * Returns the settings of the last part, apart from {@link #CONTINUES} and those of the first.
     *
     * @param firstSettings those of the first part
     * @param packed the piece ends with its remaining bytes; its position is not changed
     */
    default int lastSettings(int firstSettings, ByteBuffer packed) {
        return NO_SETTINGS;
    }

    /**
     * Begins a piece. The caller closes the encoder.
     *
     * @param settings those of the first part
     */
    PartEncoder begin(int settings);

    @Override
    default boolean hasSettings(int settings) {
        return settings >= 0 && settings <= (CONTINUES | MORE);
    }
}
