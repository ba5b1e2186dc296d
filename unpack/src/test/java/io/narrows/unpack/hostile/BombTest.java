package io.narrows.unpack.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.unpack.Direct;
import io.narrows.unpack.PieceKind;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.PieceUnpacker;
import io.narrows.unpack.Pieces;
import io.narrows.unpack.Refusal;
import io.narrows.unpack.UnpackedPiece;
import io.narrows.unpack.recipe.Recipes;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Pieces that would become a quarter of a gigabyte or more. */
class BombTest {
    private static final int GIGABYTE = 1 << 30;

    private final Recipes recipes = Recipes.of(Recipes.STANDARD_CONTEXT_BYTES);
    private final List<Refusal> refusals = new ArrayList<>();

    @Test
    void zstdFrameThatDeclaresItsContent_isRefusedByItsHeader() {
        byte[] beginning =
                HexFormat.of().parseHex("28b52ffda000000040" + "411f00"); // a gigabyte; the last block: 1,000 raw bytes
        byte[] frame = Arrays.copyOf(beginning, beginning.length + 1_000);

        assertThat(memoryFor(PieceKind.ZSTD_FRAME, frame)).isLessThan(1_000);
        assertThat(refusals).containsExactly(Refusal.TOO_LARGE);
    }

    @Test
    void zstdFrameOfRuns_isRefusedByTheHeadersOfItsBlocks() {
        int blocks = GIGABYTE >> 17;
        ByteBuffer frame = ByteBuffer.allocate(6 + 4 * blocks);
        frame.put(HexFormat.of().parseHex("28b52ffd0058"));
        for (int block = 1; block <= blocks; block++) {
            int header = (128 << 10) << 3 | 1 << 1 | (block == blocks ? 1 : 0);
            frame.put((byte) header).put((byte) (header >>> 8)).put((byte) (header >>> 16));
            frame.put((byte) 'x');
        }

        assertThat(memoryFor(PieceKind.ZSTD_FRAME, frame.array())).isLessThan(1_000);
        assertThat(refusals).containsExactly(Refusal.TOO_LARGE);
    }

    @Test
    void deflateStream_isRefusedAtTheLimit() {
        byte[] stream = deflatedZeros();

        // buffers that double until the limit, and the piece
        assertThat(memoryFor(PieceKind.DEFLATE, stream)).isLessThan(3L * PieceLimits.STANDARD.longestPlain());
        assertThat(refusals).containsExactly(Refusal.TOO_LARGE);
    }

    /** Returns the same stream as often as is necessary, each time flushed to whole bytes, and an empty last block. */
    private static byte[] deflatedZeros() {
        Deflater deflater = new Deflater(9, true);
        deflater.setInput(new byte[1 << 20]);
        byte[] part = new byte[10_000];
        int length = deflater.deflate(part, 0, part.length, Deflater.SYNC_FLUSH);
        deflater.end();
        ByteBuffer stream = ByteBuffer.allocate(PieceLimits.STANDARD.longestPiece());
        for (int repeats = 0; repeats < GIGABYTE >> 20 && stream.remaining() > length + 5; repeats++) {
            stream.put(part, 0, length);
        }
        stream.put(HexFormat.of().parseHex("010000ffff"));
        return Arrays.copyOf(stream.array(), stream.position());
    }

    @Test
    void lz4Block_isRefusedBeforeItIsDecompressed() {
        byte[] block = new byte[1 << 20];
        Arrays.fill(block, (byte) -1);
        byte[] beginning = HexFormat.of().parseHex("1f780100"); // a literal, and the beginning of a match
        byte[] end = HexFormat.of().parseHex("00" + "507878787878"); // the end of the match, and five literals
        System.arraycopy(beginning, 0, block, 0, beginning.length);
        System.arraycopy(end, 0, block, block.length - end.length, end.length);

        assertThat(memoryFor(PieceKind.LZ4_BLOCK, block)).isLessThan(1_000);
        assertThat(refusals).containsExactly(Refusal.TOO_LARGE);
    }

    @Test
    void snappyBlockThatDeclaresItsContent_isRefusedByItsHeader() {
        byte[] block = Arrays.copyOf(HexFormat.of().parseHex("ffffff7f"), 1_000);

        assertThat(memoryFor(PieceKind.SNAPPY_BLOCK, block)).isLessThan(1_000);
        assertThat(refusals).containsExactly(Refusal.TOO_LARGE);
    }

    /** Returns the direct memory that is in use after a piece was refused. */
    private long memoryFor(PieceKind kind, byte[] original) {
        PieceUnpacker unpacker = new PieceUnpacker(
                recipes.agreed(recipes.encoders()),
                PieceLimits.STANDARD,
                (refused, reason, bytes) -> refusals.add(reason));
        ByteBuffer bytes = Direct.of(original);
        BufferPoolMXBean direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .orElseThrow();
        long before = direct.getMemoryUsed();
        try (UnpackedPiece piece = unpacker.unpack(Pieces.found(kind, original), bytes)) {
            assertThat(piece).isNull();
        }
        return direct.getMemoryUsed() - before;
    }
}
