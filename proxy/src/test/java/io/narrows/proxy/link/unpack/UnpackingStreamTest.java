package io.narrows.proxy.link.unpack;

import static io.narrows.proxy.link.unpack.UnpackingStream.LONGEST_DELAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.PackedFormat;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.registry.AccountedWorkspaces;
import io.narrows.proxy.link.send.SendingStream;
import io.narrows.proxy.link.support.CarriedForm;
import io.narrows.proxy.link.support.CountingAllocator;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.UnpackCounts;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.testkit.Packing;
import io.narrows.unpack.PieceKind;
import io.narrows.unpack.Refusal;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipes;
import io.narrows.unpack.recipe.Workspaces;
import io.netty.buffer.ByteBuf;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of bytes, pieces and actions. Workers run, and time passes, only when the test lets them. */
final class UnpackingStreamTest {
    private static final byte[] PIECE = Packing.GZIP.pack(Orders.of(new Random(1), 6_000));
    private static final byte[] OTHER_PIECE = Packing.LZ4.pack(Orders.of(new Random(2), 9_000));
    private static final byte[] TEXT = "no piece at all".getBytes(StandardCharsets.US_ASCII);

    private final CountingAllocator allocator = new CountingAllocator();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final Outgoing outgoing = new Outgoing();
    private final List<Throwable> failures = new ArrayList<>();
    private final UnpackMeter meter = new UnpackMeter();
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private boolean workersEnded;
    private long now = 1;
    private int written;
    private UnpackingStream stream;

    @BeforeEach
    void create() {
        channel.freezeTime();
        channel.config().setAllocator(allocator);
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(8 << 10, 32 << 10));
        stream = stream(CarriedForm.RECIPES);
        outgoing.grants(bytes -> stream.grantedEncoder(bytes));
    }

    private UnpackingStream stream(AgreedRecipes recipes) {
        SendingStream.Listener listener = new SendingStream.Listener() {
            @Override
            public void wrote() {
                written++;
            }

            @Override
            public void failed(Throwable cause) {
                failures.add(cause);
            }
        };
        return new UnpackingStream(
                channel, outgoing, this::take, () -> now, listener, recipes, meter.sending(new PeerId("b")));
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
        assertThat(stream.waitingBytes()).isZero();
    }

    @Test
    void withoutAContext_piecesGoAsTheyAre() {
        outgoing.compresses(false);
        send(TEXT, PIECE, TEXT);

        assertSentArrives();
        assertThat(outgoing.events()).isEmpty();
        assertThat(work).isEmpty();
        assertThat(UnpackCounts.packedPieces(meter, UnpackMeter.NO_CONTEXT)).isOne();

        outgoing.compresses(true);
        send(PIECE);
        finishWork();

        assertSentArrives();
        assertThat(UnpackCounts.unpackedPieces(meter)).isOne();
    }

    @Test
    void whereUnpackingGainsNothing_piecesGoAsTheyAre() {
        outgoing.gains(false);
        send(TEXT, PIECE, TEXT);

        assertSentArrives();
        assertThat(work).isEmpty();
        assertThat(UnpackCounts.packedPieces(meter, Refusal.NO_GAIN.label())).isOne();
    }

    @Test
    void literalsPiecesAndActions_leaveInOrder() {
        send(TEXT);
        assertThat(outgoing.app()).isEqualTo(TEXT);
        send(PIECE, TEXT, OTHER_PIECE);
        act("first");
        send(TEXT, PIECE);
        act("second");
        assertThat(outgoing.events()).isEmpty();

        finishWork();

        int first = 2 * TEXT.length + PIECE.length + OTHER_PIECE.length;
        assertSentArrives();
        assertThat(outgoing.events().get(0)).startsWith("carried@").isNotEqualTo("carried@" + first);
        assertThat(outgoing.events()).contains("first@" + first, "second@" + sent.size());
        assertThat(outgoing.events().stream().filter(event -> event.startsWith("piece")))
                .hasSize(3);
        assertThat(outgoing.contentWithoutSurplus()).isEqualTo(sent.size());
        assertThat(outgoing.pieces()).hasSize(3).allMatch(outgoing::hasEnded);
        assertThat(UnpackCounts.unpackedPieces(meter)).isEqualTo(3);
    }

    @Test
    void actionWithNothingBeforeIt_runsAtOnce() {
        act("now");

        assertThat(outgoing.events()).containsExactly("now@0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 1_000})
    void pieces_areFoundInReadsOfAnySize(int size) {
        byte[] all = joined(TEXT, PIECE, OTHER_PIECE, TEXT);
        for (int at = 0; at < all.length; at += size) {
            send(Arrays.copyOfRange(all, at, Math.min(all.length, at + size)));
        }

        finishWork();

        assertSentArrives();
        assertThat(UnpackCounts.unpackedPieces(meter)).isEqualTo(2);
        assertThat(outgoing.contentWithoutSurplus()).isEqualTo(sent.size());
    }

    @Test
    void streamWithoutPieces_isPassedOnWithoutACopy() {
        for (int i = 0; i < 3; i++) {
            ByteBuf bytes = buffer(TEXT);
            stream.send(bytes, now);

            assertThat(outgoing.last()).isSameAs(bytes);
        }
        assertThat(outgoing.events()).isEmpty();
        assertThat(outgoing.contentWithoutSurplus()).isEqualTo(3L * TEXT.length);
        assertThat(work).isEmpty();
    }

    @Test
    void peerWithoutCommonRecipes_getsEverythingAsItIs() {
        stream = stream(Recipes.ofThisProcess().agreed(List.of("of another version")));
        ByteBuf bytes = buffer(PIECE);

        stream.send(bytes, now);

        assertThat(outgoing.last()).isSameAs(bytes);
        assertThat(work).isEmpty();
        assertThat(UnpackCounts.packedPieces(meter)).isZero();
    }

    @Test
    void encoderThatIsWithdrawn_isNotUsedForPiecesOnTheirWayNorForLaterOnes() {
        Set<String> withdrawn = new HashSet<>();
        stream = stream(CarriedForm.RECIPES.usedWhile(encoder -> !withdrawn.contains(encoder)));
        send(PIECE);
        finishWork();
        assertThat(UnpackCounts.unpackedPieces(meter)).isOne();

        send(PIECE);
        work.remove().run();
        CarriedForm.RECIPES.of(PieceKind.DEFLATE).forEach(recipe -> withdrawn.add(recipe.encoder()));
        finishWork();
        send(PIECE, OTHER_PIECE);
        finishWork();

        assertSentArrives();
        assertThat(UnpackCounts.packedPieces(meter, "no-recipe")).isEqualTo(2);
        assertThat(UnpackCounts.unpackedPieces(meter)).isEqualTo(2);
    }

    @Test
    void pieceThatBecomesLateInTheQueue_goesAsItIs() {
        send(PIECE, TEXT);

        advance(LONGEST_DELAY - 1);
        assertThat(outgoing.app().length).isLessThan(PIECE.length);
        advance(2);

        assertSentArrives();
        assertThat(outgoing.events()).isEmpty();
        assertThat(UnpackCounts.packedPieces(meter, "late")).isOne();
        assertThat(written).isPositive();

        finishWork();
        assertSentArrives();
        assertThat(outgoing.events()).isEmpty();
    }

    @Test
    void pieceThatIsLateBeforeAWorkerTakesIt_isNotUnpacked() {
        send(PIECE, TEXT);

        now += LONGEST_DELAY;
        finishWork();

        assertThat(outgoing.app()).isEqualTo(sent.toByteArray());
        assertThat(outgoing.events()).isEmpty();
    }

    @Test
    void piecesBehindALateOne_areUnpacked() {
        send(PIECE, TEXT);
        advance(LONGEST_DELAY / 2);
        send(OTHER_PIECE, TEXT);

        advance(LONGEST_DELAY / 2 + 1);
        assertThat(outgoing.app().length).isBetween(PIECE.length, sent.size() - 1);
        finishWork();

        assertSentArrives();
        assertThat(outgoing.events().stream().filter(event -> event.startsWith("piece")))
                .hasSize(1);
    }

    @Test
    void incompletePiece_isGivenUpAfterTheLongestDelay() {
        int half = PIECE.length / 2;
        send(Arrays.copyOf(PIECE, half));
        assertThat(outgoing.app().length).isLessThan(half);

        advance(LONGEST_DELAY - 1);
        assertThat(outgoing.app().length).isLessThan(half);
        advance(2);
        assertSentArrives();
        send(Arrays.copyOfRange(PIECE, half, PIECE.length));

        assertSentArrives();
        assertThat(work).isEmpty();
        assertThat(UnpackCounts.packedPieces(meter, "late")).isOne();
    }

    @Test
    void finish_withAnIncompletePiece_doesNotWait() {
        send(TEXT, Arrays.copyOf(PIECE, PIECE.length / 2));

        act("fin");

        assertSentArrives();
        assertThat(outgoing.events()).containsExactly("fin@" + sent.size());
    }

    @Test
    void reclassification_inTheMidstOfAPiece_keepsItsPlace_andLaterPiecesAreUnpacked() {
        int half = PIECE.length / 2;
        send(Arrays.copyOf(PIECE, half));
        act("class");
        send(Arrays.copyOfRange(PIECE, half, PIECE.length));
        assertSentArrives();

        send(OTHER_PIECE);
        finishWork();

        assertSentArrives();
        assertThat(outgoing.events()).contains("class@" + half);
        assertThat(UnpackCounts.unpackedPieces(meter)).isOne();
    }

    @Test
    void policyThatNoLongerUnpacks_endsTheCarriedForm_inOrder() {
        send(PIECE);
        outgoing.unpacks(Set.of());
        send(TEXT, OTHER_PIECE);

        finishWork();

        assertSentArrives();
        assertThat(outgoing.events().get(outgoing.events().size() - 1)).isEqualTo("plain@" + PIECE.length);
        assertThat(outgoing.contentWithoutSurplus()).isEqualTo(sent.size());
        outgoing.unpacks(Set.of(PackedFormat.LZ4));
        send(PIECE, OTHER_PIECE);
        finishWork();
        assertSentArrives();
        assertThat(UnpackCounts.unpackedPieces(meter)).isEqualTo(2);
    }

    @Test
    void policyThatUnpacksOtherFormats_inTheMidstOfAPiece_losesNothing() {
        int half = PIECE.length / 2;
        send(Arrays.copyOf(PIECE, half));
        outgoing.unpacks(Set.of(PackedFormat.LZ4));
        send(Arrays.copyOfRange(PIECE, half, PIECE.length), OTHER_PIECE, PIECE);

        finishWork();

        assertSentArrives();
        assertThat(UnpackCounts.unpackedPieces(meter)).isOne();
    }

    @Test
    void waitingPieces_congestTheStream_untilTheyAreUnpacked() {
        while (!stream.congested()) {
            assertThat(stream.waitingBytes()).isLessThan(64 << 10);
            send(PIECE, TEXT);
        }
        int before = written;
        assertThat(stream.waitingBytes()).isGreaterThanOrEqualTo(32 << 10);

        finishWork();

        assertThat(stream.congested()).isFalse();
        assertThat(written).isGreaterThan(before);
        assertThat(stream.waitingBytes()).isZero();
        assertSentArrives();
    }

    @Test
    void incompletePiece_isCounted_butDoesNotCongestTheStream() {
        byte[] large = Packing.GZIP.pack(noise(60_000));
        send(Arrays.copyOf(large, large.length - 20));

        assertThat(stream.congested()).isFalse();
        assertThat(stream.waitingBytes()).isGreaterThanOrEqualTo(large.length - 100);
    }

    @Test
    void shortReadsBetweenPieces_shareContentWithThem() {
        for (int i = 0; i < 50; i++) {
            send(PIECE, TEXT);
        }
        finishWork();

        assertSentArrives();
        assertThat(outgoing.events().stream().filter(event -> event.startsWith("piece")))
                .hasSize(50);
    }

    @Test
    void rejectedWork_isThrown() {
        workersEnded = true;

        assertThatThrownBy(() -> send(PIECE)).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void rejectedWorkLater_isReported() {
        send(PIECE);
        send(PIECE);
        workersEnded = true;

        finishWork();

        assertThat(failures).hasSize(1).first().isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void workerThatFails_leavesThePieceAsItIs() {
        send(PIECE);
        allocator.exhaust();

        finishWork();

        assertThat(failures).isEmpty();
        assertThat(UnpackCounts.packedPieces(meter, UnpackMeter.INTERNAL)).isOne();
    }

    @Test
    void incompletePieceThatCannotBeSent_isReported() {
        send(Arrays.copyOf(PIECE, 300));
        send(Arrays.copyOfRange(PIECE, 300, 600));
        allocator.exhaust();

        advance(LONGEST_DELAY + 1);

        assertThat(failures).hasSize(1).first().isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void policyThatCannotBeRead_isThrown() {
        outgoing.fail("unpacks");

        assertThatThrownBy(() -> send(PIECE)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void carriedMessageThatCannotBeWritten_isReported() {
        send(PIECE);
        outgoing.fail("carries");

        finishWork();

        assertThat(failures).hasSize(1).first().isInstanceOf(IllegalStateException.class);
    }

    /** Every allocation fails once. */
    @Test
    void shortOfMemory_atAnyPlace_failsAndLosesNoBuffer() {
        int granted = 0;
        boolean denied = true;
        boolean unpacked = false;
        long internal = 0;
        while (denied) {
            CountingAllocator outside = new CountingAllocator();
            allocator.deny(granted, 1);
            try {
                scenario(outside, Integer.MAX_VALUE);
                finishWork();
                if (failures.isEmpty()) {
                    stream.send(outside.directBuffer(TEXT.length).writeBytes(TEXT), now);
                }
            } catch (OutOfMemoryError e) {
                failures.add(e);
            }
            denied = allocator.denied();
            stream.close();
            finishWork();
            unpacked |= outgoing.events().toString().contains("piece");

            boolean isAsItIs = UnpackCounts.packedPieces(meter, UnpackMeter.INTERNAL) > internal;
            internal += isAsItIs ? 1 : 0;
            assertThat(failures).as("behind %d", granted).hasSize(denied && !isAsItIs ? 1 : 0);
            assertThat(allocator.live()).as("behind %d", granted).isZero();
            assertThat(outside.live()).as("behind %d", granted).isZero();
            failures.clear();
            granted++;
            stream = stream(CarriedForm.RECIPES);
            outgoing.reset();
        }
        assertThat(granted).isGreaterThan(5);
        assertThat(unpacked).isTrue();
    }

    /** Buffers of all parts are released, whatever fails. */
    @Test
    void shortOfMemory_withinALongMember_losesNoBuffer() {
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 1 << 20));
        boolean denied = true;
        for (int granted = 0; denied; granted++) {
            CountingAllocator outside = new CountingAllocator();
            allocator.deny(granted, 1);
            try {
                for (int at = 0; at < member.length && failures.isEmpty(); at += 32 << 10) {
                    int length = Math.min(member.length - at, 32 << 10);
                    stream.send(outside.directBuffer(length).writeBytes(member, at, length), now);
                    finishWork();
                    if (at == 128 << 10 && failures.isEmpty()) {
                        stream.inOrder(() -> {});
                    }
                    if (at == 192 << 10 && failures.isEmpty()) {
                        advance(LONGEST_DELAY / 2);
                        finishWork();
                        advance(LONGEST_DELAY);
                    }
                }
            } catch (OutOfMemoryError e) {
                failures.add(e);
            }
            denied = allocator.denied();
            stream.close();
            finishWork();

            assertThat(allocator.live()).as("behind %d", granted).isZero();
            assertThat(outside.live()).as("behind %d", granted).isZero();
            failures.clear();
            stream = stream(CarriedForm.RECIPES);
            outgoing.reset();
        }
    }

    @Test
    void close_afterAnyStep_losesNoBuffer() {
        int steps = scenario(allocator, Integer.MAX_VALUE);
        for (int step = 0; step < steps; step++) {
            stream.close();
            finishWork();
            stream = stream(CarriedForm.RECIPES);
            outgoing.reset();
            scenario(allocator, step);
            stream.close();
            assertThat(stream.waitingBytes()).as("after step %d", step).isZero();
            finishWork();

            assertThat(allocator.live()).as("after step %d", step).isZero();
            assertThat(failures).isEmpty();
        }
        assertThat(steps).isGreaterThan(10);
    }

    /** Sends pieces in reads that divide them, with actions between; stops after some steps, and returns their number. */
    private int scenario(CountingAllocator reads, int steps) {
        byte[] all = joined(TEXT, PIECE, TEXT, OTHER_PIECE, PIECE, TEXT, PIECE, PIECE, TEXT);
        int step = 0;
        for (int at = 0; at < all.length && step < steps; step++) {
            int length = Math.min(all.length - at, PIECE.length / 3);
            stream.send(reads.directBuffer(length).writeBytes(all, at, length), now);
            at += length;
            if (failures.isEmpty() && step % 6 == 5) {
                stream.inOrder(() -> {});
            }
            if (failures.isEmpty() && step % 2 == 1 && !work.isEmpty()) {
                work.remove().run();
                if (step + 1 < steps) {
                    channel.runPendingTasks();
                }
            }
            if (!failures.isEmpty()) {
                return step;
            }
        }
        return step;
    }

    /** A gzip member of about 1.1 MB in reads of 16 KiB; the workers have time. */
    @Test
    void longMember_isUnpackedAsItComes() {
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 4 << 20));

        for (int at = 0; at < member.length; at += 16 << 10) {
            send(Arrays.copyOfRange(member, at, Math.min(member.length, at + (16 << 10))));
            advance(1_000_000);
            finishWork();
            assertThat(sent.size() - outgoing.app().length).isLessThan(160 << 10);
        }
        send(TEXT);
        finishWork();

        assertSentArrives();
        assertThat(UnpackCounts.packedPieces(meter)).isZero();
        assertThat(UnpackCounts.unpackedPieces(meter)).isGreaterThan(member.length >> 17);
        assertThat(outgoing.contentWithoutSurplus()).isEqualTo(sent.size());
    }

    @Test
    void pauseWithinALongMember_passesWhatIsHeldBack_andTheRestIsUnpacked() {
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 1 << 20));
        int half = member.length / 2;
        send(Arrays.copyOf(member, half));
        finishWork();
        assertThat(outgoing.app().length).isBetween(1, half - 1);

        advance(LONGEST_DELAY / 4 + 1);
        finishWork();
        assertThat(outgoing.app().length).isLessThan(half);
        advance(LONGEST_DELAY);
        assertSentArrives();
        long late = UnpackCounts.packedPieces(meter, "late");
        send(Arrays.copyOfRange(member, half, member.length), TEXT);
        finishWork();

        assertSentArrives();
        assertThat(late).isOne();
        assertThat(UnpackCounts.packedPieces(meter)).isOne();
        assertThat(outgoing.contentWithoutSurplus()).isEqualTo(sent.size());
    }

    /** A zstd frame of about 0.7 MB; what waits during the pause counts as zstd. */
    @Test
    void longFrame_isUnpackedAsItComes_butForWhatIsHeldBackInAPause() {
        byte[] frame = Packing.ZSTD.pack(Orders.of(new Random(4), 4 << 20));
        int half = frame.length / 2;
        for (int at = 0; at < half; at += 16 << 10) {
            send(Arrays.copyOfRange(frame, at, Math.min(half, at + (16 << 10))));
            advance(1_000_000);
            finishWork();
            assertThat(sent.size() - outgoing.app().length).isLessThan(200 << 10);
        }
        advance(LONGEST_DELAY / 4 + 1);
        finishWork();
        advance(LONGEST_DELAY);
        assertSentArrives();
        send(Arrays.copyOfRange(frame, half, frame.length), TEXT);
        finishWork();

        assertSentArrives();
        assertThat(UnpackCounts.packedPieces(meter)).isOne();
        assertThat(UnpackCounts.packedFormats(meter)).containsExactly("zstd");
        assertThat(UnpackCounts.unpackedPieces(meter)).isGreaterThan(frame.length >> 18);
        assertThat(outgoing.contentWithoutSurplus()).isEqualTo(sent.size());
    }

    @Test
    void longMember_isUnpackedAsAWhole_untilThePeerGrantsAnEncoder() {
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 1 << 20));
        outgoing.grants(bytes -> {});
        send(Arrays.copyOf(member, 100_000));
        finishWork();
        assertThat(UnpackCounts.unpackedPieces(meter)).isZero();
        assertThat(outgoing.app()).hasSizeLessThan(20); // the header
        send(Arrays.copyOfRange(member, 100_000, member.length), member);
        finishWork();
        assertSentArrives();
        assertThat(UnpackCounts.unpackedPieces(meter)).isEqualTo(2);
        assertThat(outgoing.encoders()).hasSize(1);

        stream.grantedEncoder(outgoing.encoders().get(0));
        send(member);
        finishWork();

        assertSentArrives();
        assertThat(UnpackCounts.unpackedPieces(meter)).isGreaterThan(2 + (member.length >> 17));
        assertThat(UnpackCounts.packedPieces(meter)).isZero();
        assertThat(outgoing.encoders()).hasSize(1);
    }

    @Test
    void memberThatIsTooLong_isDivided_ifTheEncoderIsGrantedMeanwhile() {
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 8 << 20));
        outgoing.grants(bytes -> {});
        send(Arrays.copyOf(member, 1 << 20));
        stream.grantedEncoder(outgoing.encoders().get(0));
        send(Arrays.copyOfRange(member, 1 << 20, member.length), TEXT);
        finishWork();

        assertSentArrives();
        assertThat(member.length).isGreaterThan(2 << 20);
        assertThat(UnpackCounts.packedPieces(meter)).isZero();
        assertThat(UnpackCounts.unpackedPieces(meter)).isPositive();
    }

    @Test
    void memberThatIsTooLong_goesAsItIs_withoutAnEncoder() {
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 8 << 20));
        outgoing.grants(bytes -> stream.grantedEncoder(0));
        send(member, TEXT);
        finishWork();

        assertSentArrives();
        assertThat(UnpackCounts.packedPieces(meter, Refusal.NO_MEMORY.label())).isOne();
        assertThat(UnpackCounts.unpackedPieces(meter)).isZero();
        assertThat(outgoing.encoders()).hasSize(1);
    }

    /** Nothing lets the peer keep an encoder for a member that is never continued. */
    @Test
    void encoderThatIsFreed_endsTheUnpackingOfItsMember() {
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 2 << 20));
        int half = member.length / 2;
        send(Arrays.copyOf(member, half));
        finishWork();
        assertThat(stream.freeEncoderIfIdleFor(LONGEST_DELAY, now)).isFalse();
        advance(LONGEST_DELAY / 4 + 1);
        finishWork();
        advance(LONGEST_DELAY);
        assertThat(stream.freeEncoderIfIdleFor(LONGEST_DELAY, now)).isTrue();
        assertThat(stream.freeEncoderIfIdleFor(LONGEST_DELAY, now)).isFalse();
        long pieces = UnpackCounts.unpackedPieces(meter);

        send(Arrays.copyOfRange(member, half, member.length), TEXT);
        finishWork();

        assertSentArrives();
        assertThat(UnpackCounts.unpackedPieces(meter)).isEqualTo(pieces);
        assertThat(UnpackCounts.packedPieces(meter, Refusal.NO_HISTORY.label())).isPositive();
        assertThat(outgoing.encoders()).hasSize(2).last().isEqualTo(0L);

        send(member);
        finishWork();
        assertSentArrives();
        assertThat(UnpackCounts.unpackedPieces(meter)).isGreaterThan(pieces);
    }

    @Test
    void policyWithoutUnpack_freesTheEncoder() {
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 2 << 20));
        send(Arrays.copyOf(member, member.length / 2));
        finishWork();
        outgoing.unpacks(Set.of());
        send(Arrays.copyOfRange(member, member.length / 2, member.length));
        finishWork();

        assertSentArrives();
        assertThat(outgoing.encoders()).hasSize(2).last().isEqualTo(0L);
    }

    @Test
    void partThatIsLate_endsTheUnpackingOfItsMember() {
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 2 << 20));
        int third = member.length / 3;
        send(Arrays.copyOf(member, third));
        finishWork();
        send(Arrays.copyOfRange(member, third, 2 * third));
        advance(LONGEST_DELAY + 1);
        assertSentArrives();
        finishWork();
        int pieces = outgoing.events().size();

        send(Arrays.copyOfRange(member, 2 * third, member.length), OTHER_PIECE);
        assertThat(outgoing.app().length).isGreaterThan(2 * third);
        finishWork();

        assertSentArrives();
        assertThat(outgoing.events()).hasSize(pieces + 1);
        assertThat(UnpackCounts.packedPieces(meter, "late")).isPositive();
    }

    /** No further part of its member is found, so that nothing else would free the memory before the link ends. */
    @Test
    void partThatIsLate_freesTheEncoder() {
        Account account = Ledgers.of(64 << 20).account(Purpose.SENDING, new PeerId("b"));
        Workspaces workspaces = new Workspaces(new AccountedWorkspaces(account), () -> 0);
        stream = stream(CarriedForm.RECIPES.in(workspaces));
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 2 << 20));
        int third = member.length / 3;
        send(Arrays.copyOf(member, third));
        finishWork();
        workspaces.closeIdleFor(0);
        assertThat(account.usedBytes()).isPositive();

        send(Arrays.copyOfRange(member, third, 2 * third));
        advance(LONGEST_DELAY + 1);
        finishWork();
        workspaces.closeIdleFor(0);

        assertSentArrives();
        assertThat(account.usedBytes()).isZero();
    }

    /** The part that gains nothing goes as it is, and so does the rest of the member, of which the receiver lacks this part. */
    @Test
    void partThatGainsNothing_endsTheUnpackingOfItsMember() {
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 2 << 20));
        int third = member.length / 3;
        send(Arrays.copyOf(member, third));
        finishWork();
        outgoing.gains(false);
        send(Arrays.copyOfRange(member, third, 2 * third));
        finishWork();
        int pieces = outgoing.events().size();

        outgoing.gains(true);
        send(Arrays.copyOfRange(member, 2 * third, member.length), OTHER_PIECE);
        finishWork();

        assertSentArrives();
        assertThat(pieces).isGreaterThan(1);
        assertThat(outgoing.events()).hasSize(pieces + 1);
        assertThat(UnpackCounts.packedPieces(meter, Refusal.NO_GAIN.label())).isPositive();
        assertThat(UnpackCounts.packedPieces(meter, Refusal.NO_HISTORY.label())).isPositive();
    }

    @Test
    void actionsWithinALongMember_keepTheirPlace_andTheRestIsUnpacked() {
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 2 << 20));
        int third = member.length / 3;
        send(Arrays.copyOf(member, third));
        act("first");
        finishWork();
        assertSentArrives();
        send(Arrays.copyOfRange(member, third, 2 * third));
        finishWork();
        act("second");
        send(Arrays.copyOfRange(member, 2 * third, member.length));
        act("third");
        send(TEXT);
        finishWork();

        assertSentArrives();
        assertThat(outgoing.events()).contains("first@" + third, "second@" + 2 * third, "third@" + member.length);
        assertThat(UnpackCounts.packedPieces(meter)).isEqualTo(UnpackCounts.packedPieces(meter, "late"));
        assertThat(outgoing.events().stream().filter(event -> event.startsWith("piece")))
                .hasSizeGreaterThan(6);
        assertThat(outgoing.contentWithoutSurplus()).isEqualTo(sent.size());
    }

    @Test
    void policyThatChangesWithinALongMember_losesNothing() {
        byte[] member = Packing.GZIP.pack(Orders.of(new Random(4), 2 << 20));
        int half = member.length / 2;
        send(Arrays.copyOf(member, half));
        finishWork();
        outgoing.unpacks(Set.of());
        send(Arrays.copyOfRange(member, half, member.length));
        outgoing.unpacks(Set.of(PackedFormat.GZIP));
        send(member, TEXT);
        finishWork();

        assertSentArrives();
        assertThat(outgoing.events()).contains("plain@" + half);
        assertThat(outgoing.contentWithoutSurplus()).isEqualTo(sent.size());
    }

    // ----

    private void send(byte[]... parts) {
        byte[] bytes = joined(parts);
        sent.writeBytes(bytes);
        stream.send(buffer(bytes), now);
    }

    private ByteBuf buffer(byte[] bytes) {
        return allocator.directBuffer(bytes.length).writeBytes(bytes);
    }

    private void act(String name) {
        stream.inOrder(() -> outgoing.note(name));
    }

    private void advance(long nanos) {
        now += nanos;
        channel.advanceTimeBy(nanos, TimeUnit.NANOSECONDS);
        channel.runPendingTasks();
    }

    private void finishWork() {
        channel.runPendingTasks();
        while (!work.isEmpty()) {
            work.remove().run();
            channel.runPendingTasks();
        }
    }

    private void assertSentArrives() {
        assertThat(outgoing.app()).isEqualTo(sent.toByteArray());
        assertThat(failures).isEmpty();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] noise(int length) {
        byte[] noise = new byte[length];
        new Random(3).nextBytes(noise);
        return noise;
    }
}
