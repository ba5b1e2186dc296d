package io.narrows.node.raftlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.entity.LogEntry;
import io.narrows.node.file.Directories;
import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import io.narrows.storage.db.crash.disk.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cuts the power at each disk operation in turn, in a sequence of appends, truncations, rolls and resets. */
@Tag("long")
class PowerLossLogTest {
    private static final SegmentSizes SMALL = new SegmentSizes(16 << 10, 10_000);
    private static final int BIG = 9000;
    private static final byte[] BIG_DATA = new byte[BIG];

    @TempDir
    private Path directory;

    /** The entries that must be present, and those that may be present instead. */
    private record Expected(List<LogEntry> sure, List<LogEntry> possible) {}

    @ParameterizedTest
    @EnumSource(Damage.class)
    void lossAtEachOperation_keepsWhatWasAcknowledged(Damage damage) throws IOException {
        int lives = 0;
        for (long operation = 1; ; operation++) {
            Path disk = Files.createDirectories(directory.resolve(damage + "-" + operation));
            ForgetfulFileSystem forgetful = ForgetfulFileSystem.over(disk, operation);
            forgetful.faults().losePowerAt(operation);
            Path log = forgetful.directory().resolve("log");
            Expected expected = live(log, new Random(5));
            boolean lost = forgetful.faults().powerLost();
            forgetful.faults().losePower();
            Path remains = directory.resolve("remains-" + damage + "-" + operation);
            String story = "operation " + operation + " " + forgetful.writeRemains(remains, operation, damage);
            if (Files.exists(remains.resolve("log"))) {
                requireExpected(remains.resolve("log"), expected, story);
            } else {
                assertThat(expected.sure()).as(story).isEmpty();
            }
            delete(disk);
            delete(remains);
            if (!lost) {
                break;
            }
            lives++;
        }
        assertThat(lives).isGreaterThan(40);
    }

    /** Returns the expected entries at the time of the failure, or at the end. */
    private static Expected live(Path directory, Random random) {
        SegmentedLog log = new SegmentedLog(directory, SMALL);
        List<LogEntry> sure = new ArrayList<>();
        if (!log.init(LogFixture.options(null))) {
            return new Expected(sure, sure);
        }
        try {
            for (int step = 0; step < 24; step++) {
                long next = sure.isEmpty()
                        ? log.getLastLogIndex() + 1
                        : sure.get(0).getId().getIndex() + sure.size();
                List<LogEntry> wanted = new ArrayList<>(sure);
                boolean done;
                if (step % 6 == 4) {
                    long kept = next - 1 - Math.min(sure.size(), 2);
                    wanted.subList((int) (sure.size() - (next - 1 - kept)), sure.size())
                            .clear();
                    done = log.truncateSuffix(kept);
                } else if (step == 17) {
                    wanted.clear();
                    done = log.reset(500);
                } else if (step == 15) {
                    // Only whole files are dropped: entries that share a file with a kept one stay.
                    done = log.truncatePrefix(next);
                } else {
                    List<LogEntry> added = step % 6 == 2
                            ? List.of(LogFixture.data(next, step, BIG_DATA))
                            : LogFixture.batch(random, next, step, 3, 3000);
                    wanted.addAll(added);
                    done = log.appendEntries(added) == added.size();
                }
                if (!done) {
                    assertThat(log.appendEntry(LogFixture.noOp(next, 99)))
                            .as("a log that has failed")
                            .isFalse();
                    return new Expected(sure, wanted);
                }
                sure = wanted;
            }
            return new Expected(sure, sure);
        } finally {
            log.shutdown();
        }
    }

    private static void requireExpected(Path directory, Expected expected, String story) {
        SegmentedLog log = new SegmentedLog(directory, SMALL);
        assertThat(log.init(LogFixture.options(null)))
                .as("%s %s", story, log.failure())
                .isTrue();
        List<String> found = LogFixture.contents(log);
        // Entries are written and removed one after another, so the log must be a prefix of either. A prefix of the log
        // may
        // have been dropped.
        List<String> sure = LogFixture.texts(expected.sure());
        List<String> possible = LogFixture.texts(expected.possible());
        List<String> longer = sure.size() > possible.size() ? sure : possible;
        int least = Math.min(sure.size(), possible.size());
        if (!found.isEmpty() && !longer.isEmpty()) {
            int skipped = longer.indexOf(found.get(0));
            assertThat(skipped).as(story).isNotNegative();
            longer = longer.subList(skipped, longer.size());
            least -= skipped;
        }
        assertThat(found).as(story).hasSizeGreaterThanOrEqualTo(least);
        assertThat(found).as(story).isEqualTo(longer.subList(0, Math.min(longer.size(), found.size())));
        long next = log.getLastLogIndex() + 1;
        assertThat(log.appendEntry(LogFixture.noOp(next, 100))).as(story).isTrue();
        log.shutdown();
    }

    /** Indices after the log, within it, at the start of one of its files, and before it. */
    @ParameterizedTest
    @ValueSource(longs = {500, 16, 15, 5})
    void endDuringAReset_leavesTheStartOfTheLogOrAnEmptyOne_neverAFolderWithoutFiles(long next) throws IOException {
        List<LogEntry> entries = new ArrayList<>();
        for (long index = 11; index <= 18; index++) {
            entries.add(LogFixture.data(index, 1, BIG_DATA));
        }
        boolean lost = true;
        for (long operation = 1; lost; operation++) {
            Path disk = Files.createDirectories(directory.resolve("disk-" + operation));
            ForgetfulFileSystem forgetful = ForgetfulFileSystem.over(disk, operation);
            SegmentedLog log = new SegmentedLog(forgetful.directory().resolve("log"), SMALL);
            assertThat(log.init(LogFixture.options(null))).isTrue();
            assertThat(log.reset(11)).isTrue();
            entries.forEach(log::appendEntry);

            forgetful.faults().losePowerAt(operation);
            boolean done = log.reset(next);
            lost = forgetful.faults().powerLost();
            log.shutdown();

            assertThat(done).isEqualTo(!lost);
            Path remains = directory.resolve("remains-" + operation);
            String story = "operation " + operation + " " + forgetful.writeRemains(remains, operation, Damage.TAILS);
            requireStartOrEmpty(disk.resolve("log"), done ? List.of() : entries, next, "killed at " + story);
            requireStartOrEmpty(remains.resolve("log"), done ? List.of() : entries, next, story);
        }
    }

    private static void requireStartOrEmpty(Path directory, List<LogEntry> before, long next, String story)
            throws IOException {
        assertThat(SegmentedLog.firstFile(directory)).as(story).isPresent();
        SegmentedLog log = new SegmentedLog(directory, SMALL);
        assertThat(log.init(LogFixture.options(null))).as(story).isTrue();
        if (log.hasEntries()) {
            assertThat(LogFixture.texts(before))
                    .as(story)
                    .startsWith(LogFixture.contents(log).toArray(String[]::new));
        } else {
            assertThat(log.getLastLogIndex() + 1).as(story).isIn(before.isEmpty() ? List.of(next) : List.of(11L, next));
        }
        log.shutdown();
    }

    @ParameterizedTest
    @EnumSource(
            value = Operation.class,
            names = {"WRITE", "FORCE"})
    void failedOperation_makesTheLogRefuseWrites(Operation operation) throws IOException {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(directory, 1);
        SegmentedLog log = LogFixture.open(disk.directory().resolve("log"));
        List<LogEntry> first = LogFixture.batch(new Random(1), 1, 1, 4, 100);
        log.appendEntries(first);

        disk.faults().failAt(operation, 1);
        assertThat(log.appendEntry(LogFixture.noOp(5, 1))).isFalse();

        assertThat(log.appendEntry(LogFixture.noOp(5, 1))).isFalse();
        assertThat(log.truncateSuffix(1)).isFalse();
        assertThat(log.truncatePrefix(2)).isFalse();
        assertThat(log.reset(9)).isFalse();
        assertThat(log.failure()).isPresent();
        assertThat(LogFixture.contents(log)).isEqualTo(LogFixture.texts(first));
        log.shutdown();
    }

    @Test
    void failedPreallocation_isNotAFailure() throws IOException {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(directory, 1);
        SegmentedLog log = LogFixture.open(disk.directory().resolve("log"));

        disk.faults().failAt(Operation.WRITE, 1);
        List<LogEntry> entries = LogFixture.batch(new Random(1), 1, 1, 9, 5000);

        assertThat(log.appendEntries(entries)).isEqualTo(9);
        log.shutdown();
        log = LogFixture.open(disk.directory().resolve("log"));
        assertThat(LogFixture.contents(log)).isEqualTo(LogFixture.texts(entries));
        log.shutdown();
    }

    private static void delete(Path tree) throws IOException {
        Directories.delete(tree);
    }
}
