package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The encoder of Go's {@code compress/flate}, as it is in Go 1.19 to 1.26, for content that is written in one call before the stream is closed. It
 * keeps 1 MiB of memory. For one thread at a time.
 */
final class GoFlateEncoder {
    /** The level of {@code HuffmanOnly}. */
    static final int LITERALS_ONLY = -2;

    private static final int FIRST_OF_CHAINS = 2;

    private final DeflateTokens tokens = new DeflateTokens(Math.max(GoFlateTable.BLOCK, GoFlateChains.BLOCK_TOKENS));
    private final GoFlateBlocks blocks = new GoFlateBlocks(tokens);
    private final GoFlateChains chains;
    private final GoFlateTable table;

    GoFlateEncoder() {
        this(0);
    }

    /** @param bytes how many bytes count as compressed before */
    GoFlateEncoder(int bytes) {
        chains = new GoFlateChains(tokens, blocks, bytes);
        table = new GoFlateTable(tokens, blocks, bytes);
    }

    /**
     * Compresses plain bytes into a stream.
     *
     * @param content its position is advanced by the bytes that were compressed
     * @param level 1 to 9, or {@link #LITERALS_ONLY}
     * @param dst the stream begins at index 0
     * @param expected if not null, the encoder stops after the first block that differs from these remaining bytes
     * @return the length of the stream, or {@link Recipe#STOPPED}
     */
    int encode(ByteBuffer content, int level, ByteBuffer dst, @Nullable ByteBuffer expected) {
        ByteBuffer plain = content.slice().order(ByteOrder.LITTLE_ENDIAN);
        blocks.begin(plain, dst, expected);
        int compressed =
                level < FIRST_OF_CHAINS ? table.encode(plain, level != LITERALS_ONLY) : chains.encode(plain, level);
        content.position(content.position() + compressed);
        return blocks.end();
    }
}
