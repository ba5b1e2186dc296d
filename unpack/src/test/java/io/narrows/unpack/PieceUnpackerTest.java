package io.narrows.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.LimitedMemory;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.SingleRecipe;
import io.narrows.unpack.recipe.Workspaces;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PieceUnpackerTest {
    private static final AgreedRecipes ALL = Pieces.allAgreed();

    private final Plains plains = new Plains(7);
    private final List<Refusal> refusals = new ArrayList<>();
    private final PieceUnpacker unpacker =
            new PieceUnpacker(ALL, PieceLimits.STANDARD, (kind, reason, bytes) -> refusals.add(reason));

    @ParameterizedTest
    @ValueSource(
            strings = {"lz4 1.9 fast", "lz4-java 1.13.0 fast", "lz4-java 1.13.0 hc 9", "deflate 1", "zstd 1.5.7 level 3"
            })
    void unpack_findsTheRecipeAmongAll(String id) {
        Recipe recipe = Pieces.recipe(id);
        byte[] original = Pieces.packed(recipe, recipe.kind() == PieceKind.ZSTD_FRAME ? 4 : 0, plains.orders(60_000));

        try (UnpackedPiece piece = unpack(recipe.kind(), original)) {
            assertThat(piece).as("%s", refusals).isNotNull();
            assertThat(piece.recipe()).isSameAs(recipe);
            assertThat(piece.originalLength()).isEqualTo(original.length);
            assertThat(piece.carriedLength()).isBetween(60_000 + 10, 60_000 + 20);
        }
    }

    @Test
    void unpack_withoutMemory_leavesThePieceAsItIs() {
        LimitedMemory memory = new LimitedMemory(100 << 10);
        byte[] original = Pieces.packed(Pieces.recipe("deflate 6"), plains.orders(60_000));

        assertThat(limited(memory).unpack(Pieces.found(PieceKind.DEFLATE, original), ByteBuffer.wrap(original)))
                .isNull();

        assertThat(refusals).containsExactly(Refusal.NO_MEMORY);
        assertThat(memory.used()).isLessThanOrEqualTo(100 << 10);
    }

    @Test
    void unpack_withoutMemoryForTheRecipe_leavesThePieceAsItIs() {
        LimitedMemory memory = new LimitedMemory(8 << 20);
        byte[] original = Pieces.packed(Pieces.recipe("zstd 1.5.7 level 9"), 4, plains.orders(300_000));

        assertThat(limited(memory).unpack(Pieces.found(PieceKind.ZSTD_FRAME, original), ByteBuffer.wrap(original)))
                .isNull();

        assertThat(refusals).containsExactly(Refusal.NO_MEMORY);
    }

    private PieceUnpacker limited(LimitedMemory memory) {
        AgreedRecipes recipes = ALL.in(new Workspaces(memory, () -> 0));
        return new PieceUnpacker(recipes, PieceLimits.STANDARD, (kind, reason, bytes) -> refusals.add(reason));
    }

    @Test
    void unpack_originalOnTheHeapOrWithinABuffer_isLeftAsItIs() throws Exception {
        byte[] original = Pieces.packed(Pieces.recipe("deflate 6"), plains.orders(2_000));
        ByteBuffer buffer = ByteBuffer.allocate(original.length + 20)
                .position(7)
                .put(original)
                .limit(original.length + 7)
                .position(7);

        try (UnpackedPiece piece = unpacker.unpack(Pieces.found(PieceKind.DEFLATE, original), buffer)) {
            assertThat(Pieces.rebuilt(ALL, Pieces.carried(piece))).isEqualTo(original);
        }
        assertThat(buffer.position()).isEqualTo(7);
        assertThat(buffer.remaining()).isEqualTo(original.length);
    }

    @Test
    void unpack_pieceOfAnotherEncoderThatDiffersALittle_isCarriedWithDifferences() throws Exception {
        byte[] plain = plains.orders(60_000);
        byte[] original = Pieces.packed(Pieces.recipe("lz4-java 1.13.0 fast"), plain);
        byte[] other = withASplitMatch(original);

        try (UnpackedPiece piece = unpack(PieceKind.LZ4_BLOCK, other)) {
            assertThat(piece).as("%s", refusals).isNotNull();
            assertThat(piece.differencesLength()).isBetween(1, 30);
            assertThat(Pieces.rebuilt(ALL, Pieces.carried(piece))).isEqualTo(other);
        }
    }

    /** Returns a block with the same content, in which the first match of 8 to 18 bytes is two matches. */
    private static byte[] withASplitMatch(byte[] block) {
        int at = 0;
        while (true) {
            int token = at;
            int literals = block[at++] >>> 4 & 15;
            if (literals == 15) {
                do {
                    literals += block[at] & 0xff;
                } while (block[at++] == -1);
            }
            at += literals;
            int match = 4 + (block[token] & 15);
            if (match >= 8 && match < 19) {
                byte[] split = new byte[block.length + 3];
                System.arraycopy(block, 0, split, 0, at + 2);
                split[token] &= (byte) 0xf0; // a match of 4 bytes
                split[at + 2] = (byte) (match - 8);
                System.arraycopy(block, at, split, at + 3, block.length - at);
                return split;
            }
            at += 2;
            if (match == 19) {
                while (block[at++] == -1) {}
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void unpack_noise_isMalformedOrWithoutRecipe(PieceKind kind) {
        assertThat(unpack(kind, plains.noise(5_000))).isNull();

        assertThat(refusals).hasSize(1);
        assertThat(refusals.get(0)).isIn(Refusal.MALFORMED, Refusal.TOO_LARGE, Refusal.RATIO);
    }

    @ParameterizedTest
    @CsvSource({"lz4-java 1.13.0 fast", "deflate 6", "zstd 1.5.7 level 1", "snappy-java 1.1.10"})
    void unpack_truncatedPiece_isMalformed(String id) {
        Recipe recipe = Pieces.recipe(id);
        byte[] original = Pieces.packed(recipe, plains.orders(5_000));

        assertThat(unpack(recipe.kind(), Arrays.copyOf(original, original.length - 1)))
                .isNull();
        assertThat(unpack(recipe.kind(), Arrays.copyOf(original, original.length + 1)))
                .isNull();

        assertThat(refusals).containsExactly(Refusal.MALFORMED, Refusal.MALFORMED);
    }

    @Test
    void unpack_pieceLongerThanTheLimit_isTooLarge() {
        byte[] original = new byte[PieceLimits.STANDARD.longestPiece() + 1];

        assertThat(unpack(PieceKind.LZ4_BLOCK, original)).isNull();

        assertThat(refusals).containsExactly(Refusal.TOO_LARGE);
    }

    @Test
    void unpack_shortPiece_hasNoGain() {
        byte[] original = Pieces.packed(Pieces.recipe("deflate 6"), new byte[20]);

        assertThat(unpack(PieceKind.DEFLATE, original)).isNull();

        assertThat(refusals).containsExactly(Refusal.NO_GAIN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lz4-java 1.13.0 fast", "deflate 9", "zstd 1.5.7 level 1"})
    void unpack_longRun_isRefusedByItsRatio(String id) {
        Recipe recipe = Pieces.recipe(id);
        byte[] original = Pieces.packed(recipe, recipe.kind() == PieceKind.ZSTD_FRAME ? 4 : 0, new byte[3 << 20]);

        assertThat(unpack(recipe.kind(), original)).isNull();

        assertThat(refusals).first().isIn(Refusal.RATIO, Refusal.NO_GAIN);
    }

    @Test
    void unpack_plainBytesAboveTheLimit_areTooLarge() {
        byte[] original = Pieces.packed(Pieces.recipe("zstd 1.5.7 level 1"), 4, plains.orders(5 << 20));
        PieceLimits longPieces = new PieceLimits(8 << 20, 4 << 20, 100);
        PieceUnpacker unpacker = new PieceUnpacker(ALL, longPieces, (kind, reason, bytes) -> refusals.add(reason));

        assertThat(unpacker.unpack(Pieces.found(PieceKind.ZSTD_FRAME, original), Direct.of(original)))
                .isNull();

        assertThat(refusals).containsExactly(Refusal.TOO_LARGE);
    }

    @Test
    void unpack_manyPiecesWithoutRecipe_pausesTheSearch_andFindsARecipeLater() {
        PieceUnpacker unpacker = new PieceUnpacker(
                SingleRecipe.agreed(Pieces.recipe("deflate 6")),
                PieceLimits.STANDARD,
                (kind, reason, bytes) -> refusals.add(reason));
        byte[] foreign = Pieces.packed(Pieces.recipe("deflate 1"), plains.orders(1_000_000));
        byte[] known = Pieces.packed(Pieces.recipe("deflate 6"), plains.orders(1_000_000));
        for (int i = 0; i < 1_000; i++) {
            assertThat(unpacker.unpack(Pieces.found(PieceKind.DEFLATE, foreign), Direct.of(foreign)))
                    .isNull();
        }
        assertThat(refusals).startsWith(Refusal.NO_RECIPE).contains(Refusal.PAUSED);
        long paused = refusals.stream().filter(Refusal.PAUSED::equals).count();
        assertThat(paused).isBetween(500L, 999L);

        int refusedBefore = 0;
        UnpackedPiece piece = null;
        while (piece == null && refusedBefore < 1_000) {
            piece = unpacker.unpack(Pieces.found(PieceKind.DEFLATE, known), Direct.of(known));
            refusedBefore++;
        }

        assertThat(piece).isNotNull();
        piece.close();
    }

    private UnpackedPiece unpack(PieceKind kind, byte[] original) {
        return unpacker.unpack(Pieces.found(kind, original), Direct.of(original));
    }
}
