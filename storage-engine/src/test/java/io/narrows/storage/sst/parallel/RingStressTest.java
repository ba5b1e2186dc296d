package io.narrows.storage.sst.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many files at once on one pool, with blocks of any cost, drains, failures and early ends. */
class RingStressTest {
    private static final int FILES = 60;
    private static final int EMITTERS = 3;
    private static final int WATCHDOG_SECONDS = 60;

    private static final class Block {
        long input;
        long output;
    }

    /** One file: its output is plain memory, which only the ring keeps in order. */
    private static final class File implements Stage<Block>, Callable<File> {
        private final CompressionPool pool;
        private final SplittableRandom random;
        private final AtomicInteger running = new AtomicInteger();
        private final int blocks;
        private final int cost;
        private final int failsAt;
        private final int closesAt;
        private long[] written = new long[16];
        private int length;

        File(CompressionPool pool, SplittableRandom random) {
            this.pool = pool;
            this.random = random;
            blocks = random.nextInt(2_000);
            cost = 1 << random.nextInt(12);
            failsAt = random.nextInt(4) == 0 ? random.nextInt(blocks + 1) : -1;
            closesAt = random.nextInt(4) == 0 ? random.nextInt(blocks + 1) : -1;
        }

        @Override
        public File call() throws IOException {
            int slots = 4 << random.nextInt(4);
            CompressionRing<Block> ring = new CompressionRing<>(
                    Stream.generate(Block::new).limit(slots).toList(), this, pool);
            try {
                for (int number = 0; number < blocks && number != closesAt; number++) {
                    ring.claim().input = number;
                    ring.emit();
                    if (random.nextInt(200) == 0) {
                        ring.drain();
                        assertThat(length).as("written after a drain").isEqualTo(number + 1);
                    }
                }
                if (closesAt < 0) {
                    ring.drain();
                }
            } catch (IOException e) {
                assertThat(e).hasMessage("block " + failsAt);
            } finally {
                ring.close();
            }
            assertThat(running).as("stages that run after close").hasValue(0);
            return this;
        }

        @Override
        public void compress(Block block) throws IOException {
            running.incrementAndGet();
            try {
                if (block.input == failsAt) {
                    throw new IOException("block " + failsAt);
                }
                block.output = scrambled(block.input, cost);
            } finally {
                running.decrementAndGet();
            }
        }

        @Override
        public void write(Block block) {
            running.incrementAndGet();
            if (length == written.length) {
                written = Arrays.copyOf(written, 2 * length);
            }
            written[length++] = block.output;
            running.decrementAndGet();
        }

        void check() {
            if (failsAt < 0 && closesAt < 0) {
                assertThat(length).isEqualTo(blocks);
            }
            for (int number = 0; number < length; number++) {
                assertThat(written[number]).as("block %d", number).isEqualTo(scrambled(number, cost));
            }
        }

        private static long scrambled(long input, int rounds) {
            long value = input;
            for (int round = 0; round < rounds; round++) {
                value = value * 0x9e3779b97f4a7c15L + round;
                value ^= value >>> 29;
            }
            return value;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 40})
    void everyFileIsWrittenWholeAndInOrder(int workers) throws Exception {
        long seed = Seed.of("RingStressTest, %d workers".formatted(workers));
        SplittableRandom random = new SplittableRandom(seed);
        ExecutorService emitters = Executors.newFixedThreadPool(EMITTERS, daemon -> {
            Thread thread = new Thread(daemon, "emitter");
            thread.setDaemon(true);
            return thread;
        });

        try (CompressionPool pool = new CompressionPool(workers)) {
            List<Future<File>> files = new ArrayList<>();
            for (int file = 0; file < FILES; file++) {
                files.add(emitters.submit(new File(pool, random.split())));
            }
            for (Future<File> file : files) {
                file.get(WATCHDOG_SECONDS, TimeUnit.SECONDS).check();
            }
            System.out.printf("RingStressTest: %s%n", pool.counts());
        } finally {
            emitters.shutdownNow();
        }
    }
}
