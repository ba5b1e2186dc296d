package io.narrows.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.PackedFormat;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.LimitedMemory;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.Workspaces;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The native memory of streams that are unpacked as they come, and what connections to a peer learn about them from each other. */
class StreamedPieceMemoryTest {
    private static final long DECODER = (10 << 10) + (32 << 10);
    private static final long ENCODER =
            Pieces.recipe("deflate 6 " + fingerprint() + " streamed").contextBytes();

    private final List<Refusal> refused = new ArrayList<>();
    private final List<String> unpacked = new ArrayList<>();
    private byte[] member = {};

    private static String fingerprint() {
        return Pieces.recipe("deflate 6").id().split(" ")[2];
    }

    @Test
    void openStream_isCharged_untilItEnds() throws IOException {
        member = StreamedPiecesTest.gzip(6, new Plains(1).orders(2 << 20));

        assertChargedUntilItEnds(DECODER + ENCODER);
    }

    private void assertChargedUntilItEnds(long bytes) {
        LimitedMemory memory = new LimitedMemory(Long.MAX_VALUE);
        Workspaces workspaces = new Workspaces(memory, () -> 0);
        try (DirectionUnpacker unpacker = unpacker(Pieces.allAgreed().in(workspaces))) {
            read(unpacker, 0, 200_000);
            workspaces.closeIdleFor(0);
            assertThat(memory.used()).isEqualTo(bytes);

            read(unpacker, 200_000, member.length);
            workspaces.closeIdleFor(0);
            assertThat(memory.used()).isZero();
        }
        assertThat(refused).isEmpty();
    }

    @Test
    void streamThatIsLeftOpen_isFreedWithItsDirection() throws IOException {
        LimitedMemory memory = new LimitedMemory(Long.MAX_VALUE);
        Workspaces workspaces = new Workspaces(memory, () -> 0);
        member = StreamedPiecesTest.gzip(6, new Plains(2).orders(2 << 20));

        try (DirectionUnpacker unpacker = unpacker(Pieces.allAgreed().in(workspaces))) {
            read(unpacker, 0, 200_000);
        }

        workspaces.close();
        assertThat(memory.used()).isZero();
    }

    @Test
    void streamWithoutMemory_goesAsItIs() throws IOException {
        member = StreamedPiecesTest.gzip(6, new Plains(3).orders(2 << 20));

        assertGoesAsItIsWithoutMemory(3 << 20, 50_000);
    }

    /** Checks limits from 0 on, by steps, until there is enough memory. */
    private void assertGoesAsItIsWithoutMemory(long enough, long step) {
        for (long limit = 0; limit < enough; limit += step) {
            LimitedMemory memory = new LimitedMemory(limit);
            Workspaces workspaces = new Workspaces(memory, () -> 0);
            try (DirectionUnpacker unpacker = unpacker(Pieces.allAgreed().in(workspaces))) {
                read(unpacker, 0, member.length);
            }
            workspaces.close();
            assertThat(memory.used()).as("after a limit of %d", limit).isZero();
        }
        assertThat(refused).containsOnly(Refusal.NO_MEMORY);
        assertThat(unpacked).isNotEmpty();
    }

    /** Level 2 comes behind seven others, and there is no time left to try them. */
    @Test
    void nextConnection_beginsWithTheRecipeOfTheLast() throws IOException {
        PastSearches past = new PastSearches(() -> 0);
        member = StreamedPiecesTest.gzip(2, new Plains(4).orders(2 << 20));
        try (DirectionUnpacker first = unpacker(Pieces.allAgreed().after(past))) {
            read(first, 0, member.length);
        }
        int parts = unpacked.size();
        assertThat(parts).isPositive();
        past.of(PieceKind.DEFLATE_STREAM).spend(PastSearch.MOST);

        try (DirectionUnpacker second = unpacker(Pieces.allAgreed().after(past))) {
            read(second, 0, member.length);
        }

        assertThat(unpacked).hasSize(2 * parts);
        assertThat(refused).isEmpty();
    }

    @Test
    void openFrame_isCharged_untilItEnds() throws IOException {
        member = StreamedFramesTest.frame("zstd 1.5.7 level 3", 0, new Plains(1).orders(4 << 20));
        long encoder = Pieces.recipe("zstd 1.5.7 level 3 streamed").contextBytes();
        long decoder = (160 << 10) + (2 << 20) + (3 << 17);

        assertChargedUntilItEnds(decoder + encoder);
    }

    @Test
    void frameWithoutMemory_goesAsItIs() throws IOException {
        member = StreamedFramesTest.frame("zstd 1.5.7 level 3", 0, new Plains(3).orders(2 << 20));

        assertGoesAsItIsWithoutMemory(10 << 20, 200_000);
    }

    private void read(DirectionUnpacker unpacker, int from, int to) {
        for (int at = from; at < to; at += 20_000) {
            unpacker.read(ByteBuffer.wrap(Arrays.copyOfRange(member, at, Math.min(to, at + 20_000))));
        }
    }

    private DirectionUnpacker unpacker(AgreedRecipes recipes) {
        return new DirectionUnpacker(
                Set.of(PackedFormat.GZIP, PackedFormat.ZSTD),
                recipes,
                new DirectionUnpacker.Listener() {
                    @Override
                    public void unpacked(PackedFormat format, Recipe recipe, int bytes) {
                        unpacked.add(recipe.id());
                    }

                    @Override
                    public void refused(PackedFormat format, Refusal reason, int bytes) {
                        refused.add(reason);
                    }
                },
                System::nanoTime);
    }
}
