package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A version of zstd at a level, for frames without a content size that are unpacked as they come. */
final class ZstdStreamRecipe implements StreamRecipe {
    /** A setting of the first part: the frame ends with a checksum. */
    static final int CHECKSUM = 4;

    /** A setting of the last part: the encoder was flushed before the frame ended, which adds an empty block. */
    static final int FLUSHED = 8;

    /** Most native memory of an encoder, which connections hold while a frame lasts, in bytes: levels above 6 need more. */
    private static final long MOST_CONTEXT_BYTES = 6 << 20;

    /** The largest window of these levels, in bytes. */
    static final int LARGEST_WINDOW = 1 << 21;

    private static final String SUFFIX = " streamed";

    /** Content that the encoder holds back until it has a whole block. */
    private static final int BLOCK = 128 << 10;

    /** The header and the trailer of a frame, and an empty block, rounded up. */
    private static final int MARGIN = 64;

    private static final int CHECKSUM_BYTES = 4;
    private static final int BLOCK_HEADER = 3;

    private final ZstdRecipe whole;

    private ZstdStreamRecipe(ZstdRecipe whole) {
        this.whole = whole;
    }

    /**
     * Returns the recipes that belong to those for whole frames, in the same order. All levels of a version divide content into blocks by
     * the same code, so that a fast one is tested for all.
     */
    static List<Recipe> of(List<Recipe> recipes) {
        Map<String, Boolean> usable = new HashMap<>();
        List<Recipe> streamed = new ArrayList<>();
        for (Recipe recipe : recipes) {
            if (recipe instanceof ZstdRecipe frames
                    && frames.contextBytes() <= MOST_CONTEXT_BYTES
                    && frames.windowSize() <= LARGEST_WINDOW
                    && usable.computeIfAbsent(frames.encoder(), encoder -> isUndivided(recipes, encoder))) {
                streamed.add(new ZstdStreamRecipe(frames));
            }
        }
        return streamed;
    }

    private static boolean isUndivided(List<Recipe> recipes, String encoder) {
        byte[] plain = new byte[BLOCK + 20_000];
        for (int at = 0; at < plain.length; at += 7) {
            plain[at] = (byte) (at * at >> 11);
        }
        return recipes.stream()
                .filter(recipe ->
                        recipe instanceof ZstdRecipe && recipe.encoder().equals(encoder))
                .min((one, other) -> Long.compare(one.nanos(plain.length), other.nanos(plain.length)))
                .filter(fastest -> UndividedEncoder.makesTheSame(new ZstdStreamRecipe((ZstdRecipe) fastest), plain))
                .isPresent();
    }

    @Override
    public PieceKind kind() {
        return PieceKind.ZSTD_STREAM;
    }

    @Override
    public String id() {
        return whole.id() + SUFFIX;
    }

    @Override
    public String encoder() {
        return whole.encoder() + SUFFIX;
    }

    @Override
    public long nanos(int plainLength) {
        return whole.nanos(plainLength);
    }

    @Override
    public long contextBytes() {
        return whole.contextBytes();
    }

    @Override
    public int bound(int plainLength) {
        return whole.bound(plainLength + BLOCK) + MARGIN;
    }

    @Override
    public int leastPlain() {
        return BLOCK;
    }

    @Override
    public int firstSettings(ByteBuffer packed) {
        ZstdFrameHeader header = ZstdFrameHeader.of(packed);
        if (header == null || header.hasContentSize() || header.windowSize() != whole.windowSize()) {
            return NO_MATCH;
        }
        return header.hasChecksum() ? CHECKSUM : NO_SETTINGS;
    }

    /** Returns {@link #FLUSHED} if the last block is empty. A frame whose content fills its blocks exactly has the same bytes. */
    @Override
    public int lastSettings(int firstSettings, ByteBuffer packed) {
        int end = packed.limit() - ((firstSettings & CHECKSUM) != 0 ? CHECKSUM_BYTES : 0);
        int at = end - BLOCK_HEADER;
        boolean isEmpty =
                at >= packed.position() && packed.get(at) == 1 && packed.get(at + 1) == 0 && packed.get(at + 2) == 0;
        return isEmpty ? FLUSHED : NO_SETTINGS;
    }

    @Override
    public boolean hasSettings(int settings) {
        return settings >= 0
                && settings <= (CONTINUES | MORE | CHECKSUM | FLUSHED)
                && ((settings & CONTINUES) == 0 || (settings & CHECKSUM) == 0)
                && ((settings & MORE) == 0 || (settings & FLUSHED) == 0);
    }

    @Override
    public boolean stopsEarly(int settings) {
        return true;
    }

    /** Compresses a piece of one part. */
    @Override
    public int encode(
            ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected, Workspace workspace) {
        boolean hasChecksum = (settings & CHECKSUM) != 0;
        boolean isFlushed = (settings & FLUSHED) != 0;
        ZstdFrameSettings ofFrame = new ZstdFrameSettings(hasChecksum, false, true, isFlushed);
        return whole.encode(plain, ofFrame.number(), dst, expected, workspace);
    }

    @Override
    public PartEncoder begin(int settings) {
        return whole.begin((settings & CHECKSUM) != 0);
    }

    @Override
    public String toString() {
        return id();
    }
}
