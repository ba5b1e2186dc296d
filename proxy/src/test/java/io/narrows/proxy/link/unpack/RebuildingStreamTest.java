package io.narrows.proxy.link.unpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.context.ShortOfMemoryException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.registry.AccountedWorkspaces;
import io.narrows.proxy.link.registry.GrantedEncoders;
import io.narrows.proxy.link.support.CarriedForm;
import io.narrows.proxy.link.support.CountingAllocator;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.UnpackCounts;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.testkit.Packing;
import io.narrows.unpack.PieceKind;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.PartEncoder;
import io.narrows.unpack.recipe.Recipes;
import io.narrows.unpack.recipe.StreamRecipe;
import io.narrows.unpack.recipe.Workspaces;
import io.narrows.unpack.stream.PieceHeader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Carried content, valid and damaged. Workers run only when the test lets them. */
final class RebuildingStreamTest {
    private static final byte[] TEXT = "no piece at all".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PIECE = Packing.LZ4.pack(Orders.of(new Random(1), 700));

    /** A piece that takes long to rebuild. */
    private static final byte[] SLOW_PIECE = Packing.GZIP.pack(Orders.of(new Random(2), 60_000));

    private static final StreamRecipe DEFLATE_IN_PARTS = CarriedForm.RECIPES.of(PieceKind.DEFLATE_STREAM).stream()
            .map(StreamRecipe.class::cast)
            .findFirst()
            .orElseThrow();

    private static final PeerId PEER = new PeerId("b");
    private static final int LIMIT = 16 << 20;

    private final CountingAllocator allocator = new CountingAllocator();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final MemoryLedger memory = Ledgers.of(LIMIT);
    private final Account account = memory.account(Purpose.RECEIVING, PEER);
    private final UnpackMeter meter = new UnpackMeter();
    private final ByteArrayOutputStream app = new ByteArrayOutputStream();
    private final List<Throwable> failures = new ArrayList<>();
    private boolean workersEnded;
    private int deliveries;
    private int continued;
    private RebuildingStream stream;

    @BeforeEach
    void create() throws Exception {
        channel.config().setAllocator(allocator);
        stream = stream(CarriedForm.RECIPES);
        stream.carries(true);
    }

    private RebuildingStream stream(AgreedRecipes recipes) {
        RebuildingStream.Listener listener = new RebuildingStream.Listener() {
            @Override
            public void rebuilt(ByteBuf bytes, long readAt) {
                deliveries++;
                byte[] copy = new byte[bytes.readableBytes()];
                bytes.readBytes(copy).release();
                app.writeBytes(copy);
            }

            @Override
            public void rebuiltOffLoop() {
                continued++;
            }

            @Override
            public void failed(Throwable cause) {
                failures.add(cause);
            }
        };
        return new RebuildingStream(
                channel,
                this::take,
                recipes,
                meter.receiving(PEER),
                account,
                new GrantedEncoders().of(account),
                listener);
    }

    private void take(Runnable task) {
        if (workersEnded) {
            throw new RejectedExecutionException("ended");
        }
        work.add(task);
    }

    @AfterEach
    void nothingIsLeft() {
        stream.close();
        finishWork();
        channel.finishAndReleaseAll();

        assertThat(allocator.live()).isZero();
        assertThat(account.usedBytes()).isZero();
        assertThat(stream.memoryBytes()).isZero();
    }

    @Test
    void withoutMemoryForTheEncoder_linkEnds_andTheEncoderIsNotBlamed() throws Exception {
        Workspaces none =
                new Workspaces(new AccountedWorkspaces(Ledgers.of(1 << 20).account(Purpose.SENDING, PEER)), () -> 0);
        stream = stream(CarriedForm.RECIPES.in(none));
        stream.carries(true);

        receive(CarriedForm.of(SLOW_PIECE));
        finishWork();

        assertThat(failures).singleElement().isInstanceOf(ShortOfMemoryException.class);
        assertThat(app.size()).isZero();
    }

    @Test
    void encoder_isCharged_untilItIsFreed() throws Exception {
        long largest = CarriedForm.RECIPES.largestEncoderBytes();

        assertThat(stream.wantedEncoder(300_000)).isEqualTo(300_000);
        assertThat(account.usedBytes()).isEqualTo(300_000);
        assertThat(stream.memoryBytes()).isEqualTo(300_000);
        assertThat(stream.wantedEncoder(200_000)).isEqualTo(300_000);
        assertThat(stream.wantedEncoder(400_000)).isEqualTo(400_000);
        assertThat(stream.wantedEncoder(largest + 1)).isEqualTo(400_000);
        assertThat(stream.wantedEncoder(-1)).isEqualTo(400_000);
        assertThat(stream.wantedEncoder(Long.MAX_VALUE)).isEqualTo(400_000);
        assertThat(account.usedBytes()).isEqualTo(400_000);

        assertThat(stream.wantedEncoder(0)).isZero();
        assertThat(account.usedBytes()).isZero();
    }

    @Test
    void encoder_isFreed_withTheDirection() throws Exception {
        stream.wantedEncoder(300_000);
        stream.finish();

        assertThat(account.usedBytes()).isZero();
        assertThat(stream.memoryBytes()).isZero();
    }

    /** Otherwise, an encoder could begin behind the end of its grant. */
    @Test
    void encoderThatIsFreedWithinAPart_isRefused() throws Exception {
        byte[] part = firstPart();
        stream.wantedEncoder(DEFLATE_IN_PARTS.contextBytes());
        receive(Arrays.copyOf(part, 1_000));

        assertThatThrownBy(() -> stream.wantedEncoder(0)).isInstanceOf(CorruptFrameException.class);
    }

    @Test
    void partWithoutAGrant_isRefused() throws Exception {
        byte[] part = firstPart();
        long needed = DEFLATE_IN_PARTS.contextBytes();
        stream.wantedEncoder(needed - 1);

        assertThatThrownBy(() -> receive(part))
                .isInstanceOf(CorruptFrameException.class)
                .hasMessageContaining("granted: " + (needed - 1));
    }

    @Test
    void partBehindAnEncoderThatWasFreed_isRefused() throws Exception {
        stream.wantedEncoder(DEFLATE_IN_PARTS.contextBytes());
        receive(firstPart());
        finishWork();
        assertThat(app.size()).isPositive();
        stream.wantedEncoder(0);
        stream.wantedEncoder(DEFLATE_IN_PARTS.contextBytes());

        assertThatThrownBy(() -> receive(part(StreamRecipe.CONTINUES, TEXT, 1, 0)))
                .isInstanceOf(CorruptFrameException.class)
                .hasMessageContaining("none has begun");
    }

    /** Returns a first part, of which the encoder makes a part of its output. */
    private static byte[] firstPart() {
        byte[] orders = Orders.of(new Random(5), 300_000);
        ByteBuffer plain = ByteBuffer.allocateDirect(orders.length).put(orders).flip();
        ByteBuffer packed = ByteBuffer.allocateDirect(DEFLATE_IN_PARTS.bound(orders.length));
        try (PartEncoder encoder = DEFLATE_IN_PARTS.begin(0)) {
            packed.limit(encoder.encode(plain, StreamRecipe.MORE, packed, null));
        }
        CRC32C checksum = new CRC32C();
        checksum.update(packed.duplicate());
        return part(StreamRecipe.MORE, orders, packed.limit(), (int) checksum.getValue());
    }

    private static byte[] part(int settings, byte[] plain, int originalLength, int checksum) {
        ByteBuffer part = ByteBuffer.allocate(plain.length + 100);
        int number = CarriedForm.RECIPES.numberOf(DEFLATE_IN_PARTS);
        new PieceHeader(plain.length, number, settings, originalLength, checksum, 0).put(part);
        part.put(plain);
        return Arrays.copyOf(part.array(), part.position());
    }

    @Test
    void streamCutAtAnyByte_isRebuilt() throws Exception {
        byte[] sent = joined(TEXT, PIECE, PIECE, TEXT);
        byte[] carried = CarriedForm.of(sent);
        for (int cut = 0; cut <= carried.length; cut++) {
            app.reset();

            receive(Arrays.copyOf(carried, cut));
            receive(Arrays.copyOfRange(carried, cut, carried.length));

            assertThat(app.toByteArray()).as("cut at %d", cut).isEqualTo(sent);
            assertThat(stream.memoryBytes()).isZero();
            stream.finish();
        }
        assertThat(UnpackCounts.unpackedPieces(meter)).isEqualTo(2L * (carried.length + 1));
    }

    @Test
    void streamInSingleBytes_isRebuilt() throws Exception {
        byte[] sent = joined(TEXT, PIECE, TEXT);
        for (byte carried : CarriedForm.of(sent)) {
            receive(new byte[] {carried});
        }

        assertThat(app.toByteArray()).isEqualTo(sent);
    }

    @Test
    void contentWithoutAppBytes_deliversNothing() throws Exception {
        byte[] carried = CarriedForm.of(Packing.ZSTD.pack(Orders.of(new Random(3), 700)));
        receive(CarriedForm.literal(TEXT));
        int before = deliveries;

        receive(new byte[0]);
        receive(Arrays.copyOf(carried, 2));

        assertThat(deliveries).isEqualTo(before);
    }

    @Test
    void slowPiece_isRebuiltOnAWorker_andHoldsBack() throws Exception {
        receive(joined(CarriedForm.literal(TEXT), CarriedForm.of(SLOW_PIECE)));

        assertThat(stream.holdsBack()).isTrue();
        assertThat(app.size()).isZero();
        assertThat(stream.memoryBytes()).isGreaterThanOrEqualTo(60_000).isEqualTo(account.usedBytes());
        finishWork();

        assertThat(app.toByteArray()).isEqualTo(joined(TEXT, SLOW_PIECE));
        assertThat(continued).isOne();
        assertThat(stream.holdsBack()).isFalse();
        assertThat(account.usedBytes()).isZero();
    }

    @Test
    void closeWhileAWorkerRebuilds_discardsTheResult() throws Exception {
        receive(CarriedForm.of(SLOW_PIECE));

        stream.close();
        assertThat(account.usedBytes()).isPositive();
        finishWork();

        assertThat(app.size()).isZero();
        assertThat(continued).isZero();
    }

    @Test
    void rejectedWork_isThrown() {
        workersEnded = true;

        assertThatThrownBy(() -> receive(CarriedForm.of(SLOW_PIECE))).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void damagedPiece_isRefused_beforeAnyOfItsContentArrives() {
        byte[] carried = joined(CarriedForm.literal(TEXT), CarriedForm.of(PIECE));
        carried[carried.length - 20] ^= 1;

        assertThatExceptionOfType(CorruptFrameException.class)
                .isThrownBy(() -> receive(carried))
                .isInstanceOf(RebuiltWronglyException.class)
                .matches(e -> e.failure() == Failure.CONTENT_DIFFERS);
        assertThat(app.size()).isZero();
    }

    @Test
    void damagedPieceOnAWorker_isReported() throws Exception {
        byte[] carried = CarriedForm.of(SLOW_PIECE);
        carried[carried.length - 20] ^= 1;
        receive(carried);

        finishWork();

        assertThat(failures).hasSize(1).first().isInstanceOf(CorruptFrameException.class);
        assertThat(app.size()).isZero();
        assertThat(continued).isZero();
    }

    @Test
    void wrongChecksum_isRefused() {
        byte[] plain = Orders.of(new Random(4), 500);
        byte[] carried = joined(header(500, 0, 0, 400, 0x01020304, 400), new byte[400], plain);

        assertThatExceptionOfType(CorruptFrameException.class).isThrownBy(() -> receive(carried));
    }

    @ParameterizedTest
    @CsvSource({
        "4194305, 0, 0, 100, 0", // plain bytes
        "100, 200, 0, 100, 0", // recipe
        "100, 0, 1000, 100, 0", // settings
        "100, 0, 0, 1048577, 0", // original
        "100, 0, 0, 100, 101", // differences
    })
    void lengthsAndNumbersOutOfRange_areRefused(int plain, int recipe, int settings, int original, int differences) {
        assertThatExceptionOfType(CorruptFrameException.class)
                .isThrownBy(() -> receive(header(plain, recipe, settings, original, 0, differences)));
        assertThat(stream.memoryBytes()).isZero();
    }

    /** A frame full of tiny pieces must not make the receiver allocate the longest piece for each of them. */
    @Test
    void tinyPieces_thatPretendToBeTheLongest_areRefused() {
        byte[] tiny = joined(header(1, 0, 0, PieceLimits.STANDARD.longestPiece(), 0, 0), new byte[1]);
        byte[] frame = new byte[tiny.length * 1_000];
        for (int at = 0; at < frame.length; at += tiny.length) {
            System.arraycopy(tiny, 0, frame, at, tiny.length);
        }

        assertThatExceptionOfType(CorruptFrameException.class).isThrownBy(() -> receive(frame));
        assertThat(allocator.largest()).isLessThanOrEqualTo(frame.length);
    }

    @Test
    void endWithinAPart_isRefused() throws Exception {
        byte[] carried = CarriedForm.of(PIECE);
        stream.finish();
        receive(Arrays.copyOf(carried, carried.length - 1));

        assertThatExceptionOfType(CorruptFrameException.class).isThrownBy(stream::finish);
    }

    @Test
    void carriedMessages_areRefusedOutOfPlace() throws Exception {
        assertThatExceptionOfType(CorruptFrameException.class).isThrownBy(() -> stream.carries(true));
        byte[] carried = CarriedForm.of(PIECE);
        receive(Arrays.copyOf(carried, 40));
        assertThatExceptionOfType(CorruptFrameException.class).isThrownBy(() -> stream.carries(false));
        receive(Arrays.copyOfRange(carried, 40, carried.length));

        stream.carries(false);

        assertThat(stream.isCarried()).isFalse();
        assertThatExceptionOfType(CorruptFrameException.class).isThrownBy(() -> stream.carries(false));
        stream.carries(true);
        assertThat(stream.isCarried()).isTrue();
    }

    @Test
    void carriedMessage_withoutCommonRecipes_isRefused() {
        stream = stream(Recipes.ofThisProcess().agreed(List.of("of another version")));

        assertThatExceptionOfType(CorruptFrameException.class).isThrownBy(() -> stream.carries(true));
    }

    @Test
    void incompletePiece_isCharged_asItComes() throws Exception {
        receive(header(4 << 20, 0, 0, 1 << 20, 0, 1 << 20));
        assertThat(account.usedBytes()).isZero();
        for (int i = 0; i < 10; i++) {
            receive(new byte[60_000]);

            assertThat(account.usedBytes())
                    .isEqualTo(stream.memoryBytes())
                    .isBetween(60_000L * (i + 1), 60_000L * 2 * (i + 2));
        }
        assertThat(account.pool().heapUsedBytes()).isEqualTo(account.usedBytes());

        stream.close();

        assertThat(account.usedBytes()).isZero();
    }

    /** Peers cannot fill the heap with incomplete pieces on many links. */
    @Test
    void incompletePiecesOfManyLinks_areRefusedWithinThePeersShare() throws Exception {
        List<RebuildingStream> links = new ArrayList<>();
        ShortOfMemoryException refused = null;
        while (refused == null && links.size() < 10) {
            stream = stream(CarriedForm.RECIPES);
            stream.carries(true);
            links.add(stream);
            receive(header(4 << 20, 0, 0, 1 << 20, 0, 0));
            try {
                for (int i = 0; i < 40; i++) {
                    receive(new byte[60_000]);
                }
            } catch (ShortOfMemoryException e) {
                refused = e;
            }
            assertThat(account.usedBytes()).isLessThanOrEqualTo(account.pool().heapLimitBytes());
        }

        assertThat(refused).isNotNull();
        assertThat(refused.failure()).isEqualTo(Failure.MEMORY);
        assertThat(links).hasSizeGreaterThan(1);
        links.forEach(RebuildingStream::close);
    }

    /** Every allocation fails once. */
    @Test
    void shortOfMemory_atAnyPlace_failsAndLosesNoBuffer() throws Exception {
        byte[] carried = CarriedForm.of(joined(TEXT, PIECE, SLOW_PIECE, TEXT));
        int granted = 0;
        boolean denied = true;
        while (denied) {
            CountingAllocator outside = new CountingAllocator();
            allocator.deny(granted, 1);
            int at = 0;
            try {
                while (at < carried.length && failures.isEmpty()) {
                    int length = Math.min(carried.length - at, 40_000);
                    ByteBuf content = outside.directBuffer(length).writeBytes(carried, at, length);
                    at += length;
                    stream.receive(content, 1);
                    finishWork();
                }
            } catch (OutOfMemoryError e) {
                failures.add(e);
            }
            denied = allocator.denied();
            stream.close();

            assertThat(failures).as("behind %d", granted).hasSize(denied ? 1 : 0);
            assertThat(allocator.live()).as("behind %d", granted).isZero();
            assertThat(outside.live()).as("behind %d", granted).isZero();
            failures.clear();
            granted++;
            stream = stream(CarriedForm.RECIPES);
            stream.carries(true);
        }
        assertThat(granted).isGreaterThan(3);
    }

    // ----

    private void receive(byte[] carried) throws CorruptFrameException {
        stream.receive(allocator.directBuffer(carried.length).writeBytes(carried), 1);
    }

    private void finishWork() {
        while (!work.isEmpty()) {
            work.remove().run();
            channel.runPendingTasks();
        }
    }

    private static byte[] header(int plain, int recipe, int settings, int original, int checksum, int differences) {
        ByteBuffer header = ByteBuffer.allocate(40);
        new PieceHeader(plain, recipe, settings, original, checksum, differences).put(header);
        return Arrays.copyOf(header.array(), header.position());
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
