package io.narrows.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.RecyclingBufferPool;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.narrows.codec.PackedFormat;
import io.narrows.testkit.ByteMutator;
import io.narrows.testkit.Seed;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipe;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** zstd frames that are unpacked as they come, through both ends. */
@Tag("long")
class StreamedFramesTest extends StreamedDirection {
    private static final int STREAMED = 4;
    private static final int CHECKSUM = 1;
    private static final int FLUSHED = 8;
    private static final String RECIPE = "zstd 1.5.7 level 3";

    static Stream<Recipe> recipes() {
        return RECIPES.of(PieceKind.ZSTD_STREAM).stream();
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void frames_areUnpackedAsTheyCome(Recipe recipe) throws Exception {
        byte[] plain = new Plains(1).orders(6 << 20);
        Random random = new Random(Seed.of("StreamedFramesTest of " + recipe.id()));
        String whole = recipe.id().replace(" streamed", "");
        byte[] frame = frame(whole, 0, plain);
        byte[] flushed = frame(whole, CHECKSUM | FLUSHED, plain);

        readInCuts(frame, random, 1 + random.nextInt(200_000));
        readInCuts(flushed, random, 20_000);
        end();

        assertThat(refused).isEmpty();
        assertThat(unpackedBytes()).isEqualTo(frame.length + flushed.length);
        assertThat(content).isGreaterThan(12 << 20);
    }

    /** Kafka's Java clients write like this. */
    @ParameterizedTest
    @ValueSource(ints = {-2, 1, 3, 5})
    void framesOfTheUsualWriter_areUnpackedAsTheyCome(int level) throws Exception {
        Random random = new Random(Seed.of("StreamedFramesTest.usual"));
        byte[] plain = new Plains(2).orders(3 << 20);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        try (ZstdOutputStreamNoFinalizer out =
                new ZstdOutputStreamNoFinalizer(frame, RecyclingBufferPool.INSTANCE, level)) {
            for (int at = 0; at < plain.length; ) {
                int length = Math.min(plain.length - at, 1 + random.nextInt(40_000));
                out.write(plain, at, length);
                at += length;
            }
        }

        readInCuts(frame.toByteArray(), random, 40_000);
        end();

        assertThat(refused).isEmpty();
        assertThat(unpackedBytes()).isEqualTo(frame.size());
    }

    /** The last block is empty, whether the encoder was flushed or not. */
    @Test
    void contentThatFillsItsBlocks_isUnpacked() throws Exception {
        byte[] plain = new Plains(3).orders(8 << 17);
        for (int choices : new int[] {0, FLUSHED, CHECKSUM, CHECKSUM | FLUSHED}) {
            readInCuts(frame(RECIPE, choices, plain), new Random(choices), 40_000);
        }
        end();

        assertThat(refused).isEmpty();
    }

    /** The parts end at every byte once. */
    @Test
    void parts_mayEndAnywhere() throws Exception {
        byte[] frame = frame(RECIPE, CHECKSUM, new Plains(10).orders(600_000));
        int from = 70_000;
        read(Arrays.copyOf(frame, from));
        for (int at = from; at < from + 3_000; at++) {
            read(new byte[] {frame[at]});
            if (at % 7 < 5) {
                passPending();
            }
        }
        read(Arrays.copyOfRange(frame, from + 3_000, frame.length));
        end();

        assertThat(refused).isEmpty();
        assertThat(unpackedBytes()).isGreaterThan(frame.length / 2);
    }

    @Test
    void pauses_passWhatIsHeldBack_andTheRestIsUnpacked() throws Exception {
        byte[] frame = frame(RECIPE, CHECKSUM, new Plains(11).orders(8 << 20));
        Random random = new Random(Seed.of("StreamedFramesTest.pauses"));
        for (int at = 0; at < frame.length; ) {
            int left = frame.length - at;
            int length = left <= 401_000 ? left : 200_000 + random.nextInt(200_000);
            read(Arrays.copyOfRange(frame, at, at + length));
            passPending();
            at += length;
        }
        end();

        assertThat(refused).isEmpty();
        assertThat(unpackedBytes()).isBetween(frame.length * 6L / 10, frame.length - 1L);
    }

    /** A block of noise takes more than a part, and nothing can be said of its encoder before. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noise_isUnpacked_onceItsFirstBlockHasCome(boolean withPauses) throws Exception {
        byte[] frame = frame("zstd 1.5.7 level 1", 0, new Plains(12).noise(2 << 20));
        for (int at = 0; at < frame.length; at += 70_000) {
            read(Arrays.copyOfRange(frame, at, Math.min(frame.length, at + 70_000)));
            if (withPauses && at % 3 == 0) {
                passPending();
            }
        }
        end();

        assertThat(refused).isEmpty();
        assertThat(unpackedBytes()).isGreaterThan(withPauses ? frame.length / 4 : frame.length - 1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.04, 0.4, 0.999})
    void frameThatIsFlushedWithin_goesAsItIs_fromThere(double where) throws Exception {
        byte[] plain = new Plains(13).orders(8 << 20);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZstdOutputStreamNoFinalizer out =
                new ZstdOutputStreamNoFinalizer(packed, RecyclingBufferPool.INSTANCE, 3)) {
            int first = (int) (plain.length * where);
            out.write(plain, 0, first);
            out.flush();
            out.write(plain, first, plain.length - first);
        }
        byte[] other = frame(RECIPE, 0, plain);

        readInCuts(other, new Random(13), 50_000);
        readInCuts(packed.toByteArray(), new Random(12), 50_000);
        end();

        assertThat(refused).containsOnlyKeys(Refusal.NO_RECIPE);
        assertThat(unpackedBytes() - other.length)
                .isBetween((long) (packed.size() * where) - 200_000, (long) (packed.size() * where) + 50_000);
    }

    @Test
    void damagedFrame_arrivesAsItIs() throws Exception {
        byte[] frame = frame(RECIPE, CHECKSUM, new Plains(14).orders(2 << 20));
        Random random = new Random(Seed.of("StreamedFramesTest.damage"));
        for (int run = 0; run < 40; run++) {
            byte[] damaged = frame.clone();
            int from = run % 4 == 0 ? 0 : 70_000;
            damaged[from + random.nextInt(damaged.length - from)] ^= (byte) (1 << random.nextInt(8));
            readInCuts(damaged, random, 100_000);
        }
        end();
    }

    /** The window, a dictionary, or a size of the content, which are of no recipe; or a checksum, which is missed at the end only. */
    @Test
    void changedHeader_arrivesAsItIs() throws Exception {
        byte[] frame = frame(RECIPE, 0, new Plains(15).orders(1 << 20));
        for (int bit = 0; bit < 16; bit++) {
            byte[] changed = frame.clone();
            changed[4 + bit / 8] ^= (byte) (1 << bit % 8);
            long before = unpackedBytes();
            readInCuts(changed, new Random(bit), 100_000);
            passPending();
            boolean isChecksum = bit == 2;
            assertThat(unpackedBytes() - before)
                    .as("bit %d", bit)
                    .isBetween(isChecksum ? 1L : 0L, isChecksum ? frame.length - 1L : 0L);
        }
        end();
    }

    @Test
    void peerWithoutStreamedRecipes_getsLongFramesAsTheyAre() throws Exception {
        AgreedRecipes older = ofOlderPeer();
        byte[] frame = frame(RECIPE, 0, new Plains(19).orders(8 << 20));
        try (DirectionUnpacker toOlder =
                new DirectionUnpacker(EnumSet.of(PackedFormat.ZSTD), older, new Counted(), System::nanoTime)) {
            int sent = toOlder.read(ByteBuffer.wrap(frame)).remaining()
                    + toOlder.passPending().remaining();

            assertThat(sent).isEqualTo(frame.length);
            assertThat(older.kinds()).contains(PieceKind.ZSTD_FRAME).doesNotContain(PieceKind.ZSTD_STREAM);
        }
    }

    /** A receiver refuses damage, and what it delivers before is what was sent. */
    @Test
    void damagedCarriedParts_areRefused_orDeliverTheBytesThatWereSent() throws Exception {
        ByteMutator mutator = new ByteMutator(new Random(Seed.of("StreamedFramesTest.carried")), 40);
        byte[] frame = frame("zstd 1.5.7 level 1", CHECKSUM | FLUSHED, new Plains(18).orders(1 << 20));
        byte[] carried = carried(frame);
        assertThat(unpackedBytes()).isPositive();

        int refusals = refusals(frame, () -> mutator.damaged(carried), 200);

        assertThat(refusals).isGreaterThan(150);
    }

    /** 1 GB of zeros takes 100 kB in zstd. */
    @Test
    void bomb_goesAsItIs() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZstdOutputStreamNoFinalizer out = new ZstdOutputStreamNoFinalizer(packed, 3)) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 3 << 10; i++) {
                out.write(zeros);
            }
        }
        assertThat(packed.size()).isGreaterThan(64 << 10);

        readInCuts(packed.toByteArray(), new Random(15), 64 << 10);
        end();

        assertThat(unpacked).isEmpty();
        assertThat(content).isEqualTo(app.size());
    }

    /** The content of most parts is long, and the ratio of the whole is not. */
    @Test
    void zerosWithinAFrame_endItsUnpacking() throws Exception {
        byte[] plain = new Plains(16).orders(60 << 20);
        Arrays.fill(plain, 4 << 20, 59 << 20, (byte) 0);
        byte[] frame = frame(RECIPE, 0, plain);

        readInCuts(frame, new Random(16), 64 << 10);
        end();

        assertThat(unpackedBytes()).isPositive();
        assertThat(content).isLessThan(30 << 20);
    }

    /** Headers of frames of HTTP/2, and frames of other streams, are holes of the parts. */
    @Test
    void messageInFrames_isUnpackedAsItComes() throws Exception {
        Random random = new Random(Seed.of("StreamedFramesTest.frames"));
        byte[] frame = frame(RECIPE, FLUSHED, new Plains(17).orders(12 << 20));
        byte[] message = ByteBuffer.allocate(5 + frame.length)
                .put((byte) 1)
                .putInt(frame.length)
                .put(frame)
                .array();
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        stream.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        StreamedPiecesTest.frame(stream, 4, 0, new byte[12]);
        for (int at = 0; at < message.length; ) {
            int length = Math.min(message.length - at, random.nextInt(4) == 0 ? random.nextInt(50) : 16_384);
            StreamedPiecesTest.frame(stream, 0, 1, Arrays.copyOfRange(message, at, at + length));
            at += length;
            if (random.nextInt(3) == 0) {
                StreamedPiecesTest.frame(stream, 6, 0, new byte[8]);
            }
        }
        byte[] bytes = stream.toByteArray();
        for (int at = 0; at < bytes.length; ) {
            int length = Math.min(bytes.length - at, 1 + random.nextInt(60_000));
            read(Arrays.copyOfRange(bytes, at, at + length));
            at += length;
            boolean isEnd = bytes.length - at < 1_000; // the rest would gain nothing
            if (at > 150_000 && !isEnd && random.nextInt(16) == 0) {
                passPending();
            }
        }
        end();

        assertThat(frame.length).isGreaterThan(2 << 20);
        assertThat(refused).isEmpty();
        assertThat(unpackedBytes()).isGreaterThan(frame.length * 7L / 10);
    }

    /** Each pause ends a part that consists of frames of other streams only. */
    @Test
    void messageThatWaits_whileOtherStreamsGoOn_isUnpacked() throws Exception {
        byte[] frame = frame(RECIPE, FLUSHED, new Plains(17).orders(3 << 20));
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        stream.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        StreamedPiecesTest.frame(stream, 4, 0, new byte[12]);
        byte[] message = ByteBuffer.allocate(5 + frame.length)
                .put((byte) 1)
                .putInt(frame.length)
                .put(frame)
                .array();
        int half = message.length / 2;
        for (int at = 0; at < half; at += 16_000) {
            StreamedPiecesTest.frame(stream, 0, 1, Arrays.copyOfRange(message, at, Math.min(half, at + 16_000)));
        }
        read(stream.toByteArray());
        for (int i = 0; i < 40; i++) {
            ByteArrayOutputStream other = new ByteArrayOutputStream();
            StreamedPiecesTest.frame(other, 6, 0, new byte[8]);
            read(other.toByteArray());
            passPending();
        }
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        for (int at = half; at < message.length; at += 16_000) {
            StreamedPiecesTest.frame(
                    rest, 0, 1, Arrays.copyOfRange(message, at, Math.min(message.length, at + 16_000)));
        }
        read(rest.toByteArray());
        end();

        assertThat(refused).isEmpty();
        assertThat(unpackedBytes()).isGreaterThan(frame.length / 2);
    }

    @Test
    void severalFrames_takeTurnsWithOtherPieces() throws Exception {
        Random random = new Random(Seed.of("StreamedFramesTest.several"));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < 18; i++) {
            byte[] plain =
                    new Plains(i).orders(i % 2 == 0 ? 1 + random.nextInt(100_000) : 800_000 + random.nextInt(400_000));
            boolean isFrame = i % 3 > 0;
            String recipe = i % 5 == 0 ? "zstd 1.5.6 level 1" : RECIPE;
            all.writeBytes(isFrame ? frame(recipe, 0, plain) : StreamedPiecesTest.gzip(6, plain));
            all.writeBytes(new Plains(i).orders(random.nextInt(300)));
        }
        readInCuts(all.toByteArray(), random, 30_000);
        end();

        assertThat(refused).isEmpty();
        assertThat(unpacked.keySet())
                .anyMatch(id -> id.startsWith("zstd") && id.endsWith(" streamed"))
                .anyMatch(id -> id.startsWith("deflate") && id.endsWith(" streamed"))
                .anyMatch(id -> !id.endsWith(" streamed"));
    }

    @Test
    void frameOfAnotherEncoder_goesAsItIs_andLaterOnesAsAWhole() throws Exception {
        byte[] plain = new Plains(20).orders(1 << 20);
        byte[] other = frame("zstd 1.5.6 level 7", 0, plain); // there is no recipe for parts

        readInCuts(other, new Random(20), 40_000);
        readInCuts(other, new Random(21), 40_000);
        end();

        assertThat(refused).isEqualTo(Map.of(Refusal.NO_RECIPE, 64L << 10));
        assertThat(unpacked).isEqualTo(Map.of("zstd 1.5.6 level 7", (long) other.length));
    }

    /** Compresses in a stream, with the further choices of the recipe's settings. */
    static byte[] frame(String recipe, int choices, byte[] plain) throws IOException {
        return Pieces.packed(Pieces.recipe(recipe), STREAMED | choices, plain);
    }
}
