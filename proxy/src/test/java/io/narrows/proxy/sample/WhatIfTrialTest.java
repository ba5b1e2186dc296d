package io.narrows.proxy.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that a trial does for each read what a link does. Each reading of the processor clock is a nanosecond later than the last. */
final class WhatIfTrialTest {
    private static final PeerId B = new PeerId("b");
    private static final int READS = 11;

    /** The first one, and each after which enough bytes have come. */
    private static final int MEASURED = 3;

    private static final int READ_BYTES = 1_000;
    private static final long GAP_NANOS = 160_000;
    private static final String FILE = """
            version: 1
            node: {id: a, region: r, zone: z, host: ha}
            link: {listen: 127.0.0.1:1, context-memory: 4GiB}
            targets: {}
            peers: [{id: b, region: r, zone: z, host: hb, link: 127.0.0.1:3}]
            """;

    private final AtomicLong cpu = new AtomicLong();
    private final AtomicLong now = new AtomicLong();
    private final LongAdder paused = new LongAdder();
    private final SampleWorker worker = new SampleWorker(() -> 1, cpu::incrementAndGet, now::get, this::pause);
    private final LinkEnvironment links = LinkEnvironments.of(FILE, new EventMeter(), Runnable::run, now::get);
    private final RecordingAllocator allocator = new RecordingAllocator();
    private final Account account = links.memory().account(Purpose.SENDING, B);
    private final WhatIfWindow window = new WhatIfWindow();

    private void pause(long nanos) {
        paused.add(nanos);
        now.addAndGet(nanos);
    }

    @AfterEach
    void close() {
        worker.close();
    }

    @Test
    void everyFrame_countsAsMuchAsAMeasuredOne() {
        run(CodecSpec.of(Codec.ZSTD, 3), GAP_NANOS);

        assertThat(window.total().appBytes()).isEqualTo(READS * READ_BYTES);
        assertThat(window.total().cpuNanos()).isEqualTo(READS);
    }

    @Test
    void frames_areEncodedOneByOne_intoBuffersAsOnALink() {
        run(CodecSpec.of(Codec.LZ4), GAP_NANOS);

        List<Integer> lengths = allocator.lengths;
        assertThat(lengths.stream().filter(length -> length > READ_BYTES && length < SamplePiece.CAPACITY))
                .as("room for frames that grow")
                .hasSize(READS);
        assertThat(lengths.stream().filter(length -> length < READ_BYTES / 2))
                .as("copies of frames that shrank much")
                .hasSize(READS);
        assertThat(lengths.stream().filter(length -> length == READ_BYTES))
                .as("reads before measured frames")
                .hasSize(MEASURED);
        assertThat(allocator.buffers).allMatch(buffer -> buffer.refCnt() == 0);
    }

    @Test
    void measuredFrames_comeAfterAPause_asOnTheLink() {
        run(CodecSpec.of(Codec.ZSTD, 1), GAP_NANOS);

        assertThat(paused.sum()).isEqualTo((READS - 1) * GAP_NANOS);
    }

    @Test
    void longPauses_areCut() {
        run(CodecSpec.of(Codec.ZSTD, 1), 1_000 * GAP_NANOS);

        assertThat(paused.sum()).isEqualTo((MEASURED - 1) * WhatIfTrial.LONGEST_PAUSE_NANOS);
    }

    @Test
    void rawCandidate_isMerelyCounted() {
        run(CodecSpec.of(Codec.NONE), GAP_NANOS);

        assertThat(window.total()).isEqualTo(new SampleSums(READS * READ_BYTES, READS * READ_BYTES, 0));
        assertThat(paused.sum()).isZero();
    }

    /** Compresses reads that came at the given distance. */
    private void run(CodecSpec candidate, long gapNanos) {
        WhatIfTurn.Shared shared =
                new WhatIfTurn.Shared(allocator, worker, links.contexts(), now::get, new Object(), new LongAdder());
        SamplePiece piece = SamplePiece.open(allocator, account, READ_BYTES, 0);
        assertThat(piece).isNotNull();
        for (int i = 0; i < READS; i++) {
            piece.add(Unpooled.wrappedBuffer(new byte[READ_BYTES]), 0, READ_BYTES, i * gapNanos);
        }
        CountDownLatch done = new CountDownLatch(1);
        worker.execute(() -> {
            try (WhatIfTrial trial = new WhatIfTrial(shared, B, candidate, length -> length, window)) {
                trial.measure(piece);
                trial.count(0);
            } finally {
                piece.release();
                done.countDown();
            }
        });
        await().until(() -> done.getCount() == 0);
    }

    private static final class RecordingAllocator extends PooledByteBufAllocator {
        private final List<Integer> lengths = new ArrayList<>();
        private final List<ByteBuf> buffers = new ArrayList<>();

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            ByteBuf made = super.newDirectBuffer(initialCapacity, maxCapacity);
            lengths.add(initialCapacity);
            buffers.add(made);
            return made;
        }
    }
}
