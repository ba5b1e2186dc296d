package io.narrows.node.raftlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.LogEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class SegmentedLogTest {
    private static final int BIG = 5 << 20;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomOperations_agreeWithAList(long seed) throws IOException {
        Random random = new Random(seed);
        int maxBytes = seed % 2 == 0 ? BIG : 2000;
        List<LogEntry> model = new ArrayList<>();
        long modelFirst = 1;
        SegmentedLog log = LogFixture.open(directory);
        for (int step = 0; step < 40; step++) {
            long next = modelFirst + model.size();
            switch (random.nextInt(8)) {
                case 0 -> {
                    long kept = modelFirst - 1 + random.nextInt(model.size() + 1);
                    assertThat(log.truncateSuffix(kept)).isTrue();
                    model = new ArrayList<>(model.subList(0, (int) (kept - modelFirst + 1)));
                }
                case 1 -> {
                    long kept = modelFirst + random.nextInt(model.size() + 3);
                    assertThat(log.truncatePrefix(kept)).isTrue();
                    int dropped = (int) Math.min(model.size(), kept - modelFirst);
                    model = new ArrayList<>(model.subList(dropped, model.size()));
                    modelFirst = kept;
                }
                case 2 -> {
                    log.shutdown();
                    log = LogFixture.open(directory);
                    assertThat(log.getFirstLogIndex())
                            .as("no more than what shares a file")
                            .isLessThanOrEqualTo(modelFirst);
                    assertThat(log.truncatePrefix(modelFirst)).isTrue();
                }
                default -> {
                    List<LogEntry> added = LogFixture.batch(random, next, step + 1, 1 + random.nextInt(9), maxBytes);
                    assertThat(log.appendEntries(added)).isEqualTo(added.size());
                    model.addAll(added);
                }
            }
            assertThat(log.getFirstLogIndex()).isEqualTo(modelFirst);
            long last = modelFirst + model.size() - 1;
            assertThat(log.getLastLogIndex()).isEqualTo(last);
            assertThat(log.size()).isEqualTo(sizeOnDisk());
            if (!model.isEmpty()) {
                assertThat(log.getEntry(last).getId())
                        .isEqualTo(model.get(model.size() - 1).getId());
            }
            assertThat(log.getEntry(last + 1)).isNull();
        }
        assertThat(LogFixture.contents(log)).isEqualTo(LogFixture.texts(model));
        log.shutdown();
        assertThat(log.size()).isEqualTo(new LogSize(0, 0));
    }

    private LogSize sizeOnDisk() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> segments = files.toList();
            return new LogSize(
                    segments.stream().mapToLong(file -> file.toFile().length()).sum(), segments.size());
        }
    }

    @Test
    void entryOf64MiB_isReadBackAfterReopening() {
        byte[] huge = new byte[64 << 20];
        new Random(1).nextBytes(huge);
        SegmentedLog log = LogFixture.open(directory);
        List<LogEntry> entries =
                List.of(LogFixture.data(1, 1, huge), LogFixture.data(2, 1, new byte[3]), LogFixture.noOp(3, 1));

        assertThat(log.appendEntries(entries)).isEqualTo(3);

        log.shutdown();
        log = LogFixture.open(directory);
        assertThat(LogFixture.contents(log)).isEqualTo(LogFixture.texts(entries));
        log.shutdown();
    }

    @Test
    void configurations_areAddedToTheManagerAtOpening() {
        SegmentedLog log = LogFixture.open(directory);
        LogEntry joint = LogFixture.configuration(2, 1, "127.0.0.1:1", "127.0.0.1:2");
        joint.setOldPeers(LogFixture.peers("127.0.0.1:1"));
        log.appendEntries(List.of(
                LogFixture.configuration(1, 1, "127.0.0.1:1"),
                joint,
                LogFixture.data(3, 1, new byte[9]),
                LogFixture.configuration(4, 2, "127.0.0.1:2")));
        log.truncateSuffix(3);
        log.shutdown();

        ConfigurationManager restored = new ConfigurationManager();
        SegmentedLog again = new SegmentedLog(directory);
        again.init(LogFixture.options(restored));

        assertThat(restored.getLastConfiguration().getId().getIndex()).isEqualTo(2);
        assertThat(restored.getLastConfiguration().getConf().getPeers())
                .isEqualTo(LogFixture.peers("127.0.0.1:1", "127.0.0.1:2"));
        assertThat(restored.getLastConfiguration().getOldConf().getPeers()).isEqualTo(LogFixture.peers("127.0.0.1:1"));
        assertThat(restored.get(1).getConf().getPeers()).isEqualTo(LogFixture.peers("127.0.0.1:1"));
        again.shutdown();
    }

    @Test
    void entriesAreReadWhileOthersAreAppended() throws Exception {
        SegmentedLog log = LogFixture.open(directory);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread reader = new Thread(() -> {
            try {
                Random random = new Random(3);
                while (log.getLastLogIndex() < 3000) {
                    long last = log.getLastLogIndex();
                    if (last > 0) {
                        long index = 1 + random.nextInt((int) last);
                        assertThat(log.getEntry(index).getId().getIndex()).isEqualTo(index);
                    }
                    assertThat(log.getEntry(last + 5000)).isNull();
                }
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        reader.start();

        Random random = new Random(2);
        for (long next = 1; next <= 3000; next += 10) {
            log.appendEntries(LogFixture.batch(random, next, 1, 10, 20_000));
        }

        reader.join();
        assertThat(failure).hasValue(null);
        log.shutdown();
    }

    @Test
    void interruptedReader_doesNotCloseTheLog() {
        SegmentedLog log = LogFixture.open(directory);
        log.appendEntry(LogFixture.data(1, 1, new byte[10]));

        Thread.currentThread().interrupt();
        LogEntry interrupted = log.getEntry(1);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(interrupted).isNotNull();
        assertThat(log.getEntry(1)).isNotNull();
        assertThat(log.appendEntry(LogFixture.data(2, 1, new byte[10]))).isTrue();
        log.shutdown();
    }

    @Test
    void append_ofAnEntryThatDoesNotFollow_isRefused() {
        SegmentedLog log = LogFixture.open(directory);

        assertThat(log.appendEntries(List.of(LogFixture.noOp(1, 1), LogFixture.noOp(3, 1))))
                .isZero();

        assertThat(log.failure().orElseThrow()).hasMessageContaining("entry 3 cannot be appended (expected: entry 2)");
        log.shutdown();
    }

    @Test
    void unfinishedLastFile_isAnEmptySegment() throws IOException {
        SegmentedLog log = LogFixture.open(directory);
        log.appendEntries(List.of(LogFixture.noOp(1, 1), LogFixture.noOp(2, 1)));
        log.shutdown();
        for (byte[] unfinished : List.of(new byte[0], new byte[7], new byte[100_000])) {
            Files.write(SegmentFiles.of(directory, 3), unfinished);

            log = LogFixture.open(directory);

            assertThat(log.getLastLogIndex()).isEqualTo(2);
            assertThat(log.appendEntry(LogFixture.noOp(3, 1))).isTrue();
            assertThat(log.getEntry(3)).isNotNull();
            log.truncateSuffix(2);
            log.shutdown();
        }
    }

    @Test
    void missingFile_isRefusedByName() throws IOException {
        SegmentedLog log = LogFixture.open(directory);
        for (long next = 1; next <= 24; next++) {
            log.appendEntry(LogFixture.data(next, 1, new byte[BIG]));
        }
        log.shutdown();
        try (Stream<Path> files = Files.list(directory)) {
            Path second = files.sorted().skip(1).findFirst().orElseThrow();
            Files.delete(second);
        }

        SegmentedLog broken = new SegmentedLog(directory);

        assertThat(broken.init(LogFixture.options(null))).isFalse();
        assertThat(broken.failure().orElseThrow())
                .isInstanceOf(DamagedLogException.class)
                .hasMessageContaining(".log: begins with entry ")
                .hasMessageContaining("(expected: ");
    }
}
