package io.narrows.unpack.recipe;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A version of zstd at a level, with the parameters that belong to it. */
final class ZstdRecipe implements Recipe {
    /** Programs use 3 unless they are told otherwise, and 1 for speed; slow levels come last. */
    private static final List<Integer> LEVELS =
            List.of(3, 1, 2, 6, 5, 4, 7, -1, -3, -5, -2, -4, 9, 8, 10, 11, 12, 13, 15, 14, 16, 19, 17, 18);

    private static final int LARGEST_BLOCK = 128 << 10;

    /** {@code ZSTD_WINDOWLOG_ABSOLUTEMIN}. */
    private static final int SMALLEST_WINDOW_LOG = 10;

    /** Most memory beside window and tables, rounded up: buffers of blocks, sequences, and the statistics of the optimal parser. */
    private static final long SEQUENCE_BYTES = 3 << 19;

    /** Most bytes of tables for each byte of content that is known: hash and chains of two entries each, and a hash of three bytes. */
    private static final int TABLE_BYTES_OF_CONTENT = 8 + 8 + 4;

    /** Nanoseconds per byte of a table to clear. */
    private static final double PER_TABLE_BYTE = 0.1;

    private static final int[] NANOS_PER_BYTE = {
        2, 3, 4, 5, 7, 11, 14, 18, 21, 28, 33, 42, 55, 120, 150, 180, 250, 300, 380, 450
    };

    /** {@code clevels.h}, for contents of more than 256 KiB and of unknown size; index 0 is for negative levels. */
    private static final int[] WINDOW_LOG = {
        19, 19, 20, 21, 21, 21, 21, 21, 21, 22, 22, 22, 22, 22, 22, 22, 22, 23, 23, 23
    };

    private final ZstdLibrary library;
    private final int level;
    private final String id;

    private ZstdRecipe(ZstdLibrary library, int level) {
        this.library = library;
        this.level = level;
        this.id = "zstd " + library.version() + " level " + level;
    }

    /** Returns the recipes of all versions, in the order in which to try them: usual levels of each version first. */
    static List<Recipe> all(List<ZstdLibrary> libraries) {
        List<Recipe> all = new ArrayList<>();
        for (int level : LEVELS) {
            for (ZstdLibrary library : libraries) {
                all.add(new ZstdRecipe(library, level));
            }
        }
        return all;
    }

    @Override
    public PieceKind kind() {
        return PieceKind.ZSTD_FRAME;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String encoder() {
        return "zstd " + library.version();
    }

    @Override
    public long nanos(int plainLength) {
        return (long) NANOS_PER_BYTE[row()] * plainLength + (long) (PER_TABLE_BYTE * contextBytes());
    }

    @Override
    public long contextBytes() {
        return ContextSizes.encoder(new CodecSpec(Codec.ZSTD, level, WINDOW_LOG[row()]));
    }

    /** Returns the window of frames of unknown size, in bytes. */
    int windowSize() {
        return 1 << WINDOW_LOG[row()];
    }

    /** Begins a frame without a content size that is compressed in parts. */
    PartEncoder begin(boolean hasChecksum) {
        return library.begin(level, hasChecksum);
    }

    private int row() {
        return Math.max(0, level);
    }

    /** {@code ZSTD_compressBound}. */
    @Override
    public int bound(int plainLength) {
        int margin = plainLength < LARGEST_BLOCK ? LARGEST_BLOCK - plainLength >>> 11 : 0;
        return plainLength + (plainLength >>> 8) + margin;
    }

    /**
     * Returns no settings if the header has another window than this level. A frame without a content size is streamed: a
     * call with the whole content declares it. A streamed frame that ends with an empty block was flushed, or its content
     * fills its blocks exactly, which makes the same bytes.
     */
    @Override
    public int[] settings(ByteBuffer packed, int plainLength, Workspace workspace) {
        ZstdFrameHeader header = ZstdFrameHeader.of(packed);
        if (header == null || !header.isSingleSegment() && header.windowSize() != windowSize()) {
            return new int[0];
        }
        ZstdFrameBlocks blocks = ZstdFrameBlocks.of(packed, header);
        boolean isFlushed = blocks != null && blocks.endsEmpty() && plainLength > 0;
        boolean hasChecksum = header.hasChecksum();
        int streamed = new ZstdFrameSettings(hasChecksum, header.hasContentSize(), true, isFlushed).number();
        if (!header.hasContentSize()) {
            return new int[] {streamed};
        }
        int atOnce = new ZstdFrameSettings(hasChecksum, true, false, false).number();
        return plainLength > LARGEST_BLOCK || isFlushed ? new int[] {atOnce, streamed} : new int[] {atOnce};
    }

    @Override
    public boolean hasSettings(int settings) {
        return settings >= 0 && settings < ZstdFrameSettings.COUNT;
    }

    @Override
    public boolean stopsEarly(int settings) {
        return ZstdFrameSettings.of(settings).isStreamed();
    }

    @Override
    public int encode(
            ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected, Workspace workspace) {
        ZstdFrameSettings choices = ZstdFrameSettings.of(settings);
        int length = plain.remaining();
        return workspace
                .zstdEncoder(library, contextBytes(choices, length))
                .encode(level, choices, plain, dst, bound(length), expected);
    }

    /** Returns at least the native memory for contents of a length. Where zstd knows it from the beginning, it makes its tables fit. */
    private long contextBytes(ZstdFrameSettings settings, int plainLength) {
        if (settings.isStreamed() && !settings.hasContentSize()) {
            return contextBytes();
        }
        int log = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(plainLength - 1, 1 << SMALLEST_WINDOW_LOG - 1));
        long ofContent = SEQUENCE_BYTES + ((1L + TABLE_BYTES_OF_CONTENT) << log);
        return Math.min(contextBytes(), ofContent);
    }

    @Override
    public String toString() {
        return id;
    }
}
