package io.narrows.unpack.recipe;

/** An encoder that compresses a piece in parts, as the plain bytes come. */
public interface StreamRecipe extends Recipe {
    /** A setting of parts: the piece has parts before this one, and the encoder goes on behind them. */
    int CONTINUES = 1;

    /** A setting of parts: further parts follow. */
    int MORE = 2;

    /**
     * Returns the most bytes that the encoder can make of the plain bytes of a part, including what it held back of the parts before it.
     */
    @Override
    int bound(int plainLength);

    /** Begins a piece. The caller closes the encoder. */
    PartEncoder begin();

    @Override
    default boolean hasSettings(int settings) {
        return settings >= 0 && settings <= (CONTINUES | MORE);
    }
}
