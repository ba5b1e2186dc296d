package io.narrows.unpack.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.MalformedDataException;
import io.narrows.testkit.Seed;
import io.narrows.unpack.Direct;
import io.narrows.unpack.PieceKind;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.PieceUnpacker;
import io.narrows.unpack.Pieces;
import io.narrows.unpack.Plains;
import io.narrows.unpack.UnpackedPiece;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipe;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CarriedReaderTest {
    private static final AgreedRecipes ALL = Pieces.allAgreed();

    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
    private final ByteArrayOutputStream carried = new ByteArrayOutputStream();
    private final CarriedReader reader = new CarriedReader(ALL, PieceLimits.STANDARD);
    private final Pieces.Rebuilding rebuilding = new Pieces.Rebuilding();

    @Test
    void literalsAndPieces_inAnyParts_becomeTheStream() throws Exception {
        long seed = Seed.of(CarriedReaderTest.class);
        Random random = new Random(seed);
        Plains plains = new Plains(seed);
        PieceUnpacker unpacker = new PieceUnpacker(ALL, PieceLimits.STANDARD, (kind, reason, bytes) -> {});
        for (int i = 0; i < 40; i++) {
            literal(plains.any(1 + random.nextInt(300)));
            piece(unpacker, Pieces.recipe(i % 2 == 0 ? "lz4-java 1.13.0 fast" : "deflate 6"), plains.orders(9_000));
        }

        byte[] all = carried.toByteArray();
        int from = 0;
        while (from < all.length) {
            int to = Math.min(all.length, from + 1 + random.nextInt(random.nextInt(4) == 0 ? 20_000 : 10));
            reader.read(ByteBuffer.wrap(all, from, to - from), rebuilding);
            from = to;
        }
        reader.end();

        assertThat(rebuilding.stream()).isEqualTo(stream.toByteArray());
        assertThat(reader.heldBytes()).isZero();
    }

    @Test
    void longestPiece_isHeldAsItComes() throws Exception {
        ByteBuffer header = ByteBuffer.allocate(40);
        new PieceHeader(PieceLimits.STANDARD.longestPlain(), 0, 0, 1 << 20, 0, 1 << 20).put(header);

        reader.read(header.flip(), rebuilding);
        reader.read(ByteBuffer.allocate(1), rebuilding);

        assertThat(reader.heldBytes()).isLessThanOrEqualTo(64 << 10);
    }

    @ParameterizedTest
    @CsvSource({
        "4194305, 0, 0, 100, 0", // plain bytes
        "0, 0, 0, 100, 0",
        "100, 200, 0, 100, 0", // recipe
        "100, 0, 9, 100, 0", // settings
        "100, 0, 0, 1048577, 0", // original
        "100, 0, 0, 0, 0",
        "100, 0, 0, 1048576, 0", // more than the recipe makes of the plain bytes
        "100, 0, 0, 1048576, 1000000",
        "100, 0, 0, 100, 101", // differences
    })
    void headerOutOfRange_isRefused(int plain, int recipe, int settings, int original, int differences) {
        ByteBuffer header = ByteBuffer.allocate(40);
        new PieceHeader(plain, recipe, settings, original, 0, differences).put(header);

        assertThatThrownBy(() -> reader.read(header.flip(), rebuilding)).isInstanceOf(MalformedDataException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void partThatContinuesNothing_isRefused(int settings) {
        assertThatThrownBy(() -> readHeader(streamed(6), settings))
                .isInstanceOf(MalformedDataException.class)
                .hasMessageContaining("none has begun");
    }

    @Test
    void partThatContinuesAPieceOfAnotherRecipe_isRefused() throws Exception {
        int first = streamed(6);
        int other = streamed(1);
        readHeader(first, 2);
        reader.read(ByteBuffer.allocate(100), rebuilding);

        assertThatThrownBy(() -> readHeader(other, 3)).isInstanceOf(MalformedDataException.class);
    }

    @Test
    void partBehindTheLastOne_isRefused() throws Exception {
        int recipe = streamed(6);
        readHeader(recipe, 2);
        reader.read(ByteBuffer.allocate(100), rebuilding);
        readHeader(recipe, 1);
        reader.read(ByteBuffer.allocate(100), rebuilding);

        assertThat(reader.heldBytes()).isZero();
        assertThatThrownBy(() -> readHeader(recipe, 3)).isInstanceOf(MalformedDataException.class);
    }

    /** The memory of the encoder is that of the grant: a part that continues needs no more. */
    @Test
    void partWhoseEncoderExceedsTheLimit_isRefused() throws Exception {
        Recipe small = Pieces.recipe("zstd 1.5.7 level -5 streamed");
        Recipe large = Pieces.recipe("zstd 1.5.7 level 6 streamed");
        AtomicLong limit = new AtomicLong(small.contextBytes());
        try (CarriedReader limited = new CarriedReader(ALL, PieceLimits.STANDARD, limit::get)) {
            readHeader(limited, ALL.numberOf(small), 2);
            limited.read(ByteBuffer.allocate(100), rebuilding);
            limit.set(0);
            readHeader(limited, ALL.numberOf(small), 3);
            limited.read(ByteBuffer.allocate(100), rebuilding);
            limit.set(large.contextBytes() - 1);

            assertThatThrownBy(() -> readHeader(limited, ALL.numberOf(large), 0))
                    .isInstanceOf(MalformedDataException.class)
                    .hasMessageContaining("granted: " + (large.contextBytes() - 1));
        }
    }

    @Test
    void partBehindTheEndOfAStream_isRefused() throws Exception {
        int recipe = streamed(6);
        readHeader(recipe, 2);
        reader.read(ByteBuffer.allocate(100), rebuilding);
        reader.endStream();

        assertThatThrownBy(() -> readHeader(recipe, 3))
                .isInstanceOf(MalformedDataException.class)
                .hasMessageContaining("none has begun");
    }

    /** A checksum is a choice of the first part, and a flush one of the last. */
    @Test
    void settingsOfFrames_areThoseOfTheirPart() {
        Recipe recipe = Pieces.recipe("zstd 1.5.7 level 3 streamed");

        assertThat(IntStream.range(-1, 40).filter(recipe::hasSettings)).containsExactly(0, 1, 2, 3, 4, 6, 8, 9, 12);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 7, 11, 13})
    void furtherPartOfAFrame_hasNoChecksumOfItsOwn_andIsFlushedAtTheEndOnly(int settings) throws Exception {
        int recipe = ALL.numberOf(Pieces.recipe("zstd 1.5.7 level 3 streamed"));
        readHeader(recipe, 2);
        reader.read(ByteBuffer.allocate(100), nothing());

        assertThatThrownBy(() -> readHeader(recipe, settings)).isInstanceOf(MalformedDataException.class);
    }

    /** Another kind has another encoder. */
    @Test
    void partOfAFrame_continuesNoDeflateStream() throws Exception {
        readHeader(streamed(6), 2);
        reader.read(ByteBuffer.allocate(100), nothing());

        assertThatThrownBy(() -> readHeader(ALL.numberOf(Pieces.recipe("zstd 1.5.7 level 3 streamed")), 1))
                .isInstanceOf(MalformedDataException.class)
                .hasMessageContaining("continues");
    }

    private static CarriedReader.Receiver nothing() {
        return new CarriedReader.Receiver() {
            @Override
            public void literal(ByteBuffer bytes) {}

            @Override
            public void piece(PieceToRebuild piece) {}
        };
    }

    /** Otherwise, many short first parts would be rebuilt on an event loop. */
    @Test
    void firstPart_takesTheTimeToMakeAnEncoder() throws Exception {
        List<Long> nanos = new ArrayList<>();
        CarriedReader.Receiver timing = new CarriedReader.Receiver() {
            @Override
            public void literal(ByteBuffer bytes) {}

            @Override
            public void piece(PieceToRebuild piece) {
                nanos.add(piece.nanos());
            }
        };
        for (int settings : new int[] {2, 3}) {
            readHeader(streamed(6), settings);
            reader.read(ByteBuffer.allocate(100), timing);
        }

        assertThat(nanos.get(0)).isGreaterThan(2 * nanos.get(1));
    }

    private static int streamed(int level) {
        return ALL.numberOf(ALL.of(PieceKind.DEFLATE_STREAM).stream()
                .filter(recipe -> recipe.id().startsWith("deflate " + level))
                .findFirst()
                .orElseThrow());
    }

    private void readHeader(int recipe, int settings) throws MalformedDataException {
        readHeader(reader, recipe, settings);
    }

    private void readHeader(CarriedReader by, int recipe, int settings) throws MalformedDataException {
        ByteBuffer header = ByteBuffer.allocate(40);
        new PieceHeader(100, recipe, settings, 100, 0, 0).put(header);
        by.read(header.flip(), rebuilding);
    }

    @Test
    void numberOfFiveBytes_isRefused() {
        assertThatThrownBy(() -> reader.read(ByteBuffer.wrap(new byte[] {-1, -1, -1, -1, 1}), rebuilding))
                .isInstanceOf(MalformedDataException.class);
    }

    @Test
    void emptyLiteral_isRefused() {
        assertThatThrownBy(() -> reader.read(ByteBuffer.wrap(new byte[1]), rebuilding))
                .isInstanceOf(MalformedDataException.class);
    }

    @Test
    void end_withinLiteralsOrANumber_isRefused() throws Exception {
        reader.end();
        reader.read(ByteBuffer.wrap(new byte[] {(byte) 0x80}), rebuilding);
        assertThatThrownBy(reader::end).isInstanceOf(MalformedDataException.class);
        reader.read(ByteBuffer.wrap(new byte[] {1}), rebuilding);
        assertThatThrownBy(reader::end).isInstanceOf(MalformedDataException.class);
        reader.read(ByteBuffer.allocate(64), rebuilding);
        reader.end();
    }

    @Test
    void rebuild_afterAChangeOfAPlainByte_isRefused() throws Exception {
        PieceUnpacker unpacker = new PieceUnpacker(ALL, PieceLimits.STANDARD, (kind, reason, bytes) -> {});
        piece(unpacker, Pieces.recipe("lz4-java 1.13.0 fast"), new Plains(3).orders(9_000));
        byte[] changed = carried.toByteArray();
        changed[changed.length - 2] ^= 1;

        reader.read(ByteBuffer.wrap(changed), rebuilding);

        assertThatThrownBy(rebuilding::stream)
                .isInstanceOf(MalformedDataException.class)
                .hasMessageContaining("checksum");
    }

    /** Both ends have an encoder of that name, but not the same one. */
    @Test
    void rebuild_byAnEncoderThatMakesMoreBytes_namesTheEncoder() throws Exception {
        PieceUnpacker unpacker = new PieceUnpacker(ALL, PieceLimits.STANDARD, (kind, reason, bytes) -> {});
        piece(unpacker, Pieces.recipe("lz4-java 1.13.0 hc 12"), new Plains(3).orders(9_000));
        byte[] changed = carried.toByteArray();
        Recipe other = Pieces.recipe("lz4 1.9 fast");
        changed[3] = (byte) ALL.numberOf(other); // behind three bytes of the plain length

        reader.read(ByteBuffer.wrap(changed), rebuilding);

        assertThatExceptionOfType(PieceDiffersException.class)
                .isThrownBy(rebuilding::stream)
                .matches(e -> e.encoder().equals(other.encoder()));
    }

    @Test
    void carriedForm_isAsDocumented() throws Exception {
        LiteralHeader.put(ByteBuffer.allocate(1), 63);
        ByteBuffer header = ByteBuffer.allocate(40);
        new PieceHeader(300, 2, 4, 200, 0x01020304, 5).put(header);

        assertThat(Arrays.copyOf(header.array(), header.position()))
                .isEqualTo(new byte[] {(byte) 0xd9, 4, 2, 4, (byte) 0xc8, 1, 4, 3, 2, 1, 5});
    }

    private void literal(byte[] bytes) {
        ByteBuffer header = ByteBuffer.allocate(LiteralHeader.length(bytes.length));
        LiteralHeader.put(header, bytes.length);
        carried.writeBytes(header.array());
        carried.writeBytes(bytes);
        stream.writeBytes(bytes);
    }

    private void piece(PieceUnpacker unpacker, Recipe recipe, byte[] plain) {
        byte[] original = Pieces.packed(recipe, plain);
        try (UnpackedPiece piece = unpacker.unpack(Pieces.found(recipe.kind(), original), Direct.of(original))) {
            carried.writeBytes(Pieces.carried(piece));
        }
        stream.writeBytes(original);
    }
}
