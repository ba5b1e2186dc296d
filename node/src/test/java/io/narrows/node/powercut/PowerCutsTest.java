package io.narrows.node.powercut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.narrows.storage.db.crash.disk.Faults;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Tests that no acknowledged write is lost. {@code bin/soak power-cuts --cuts 200} runs longer, and with {@code --seed}
 * repeats a run.
 */
@Tag("long")
class PowerCutsTest {
    private static final int CUTS = 4;

    /** Logs an error for every member that loses power. */
    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.narrows.node");

    @TempDir
    private Path folder;

    @BeforeAll
    static void logNoErrors() {
        LOGGER.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        LOGGER.setLevel(null);
    }

    @Test
    void powerCutsOfAllMembers_loseNothing() throws IOException, InterruptedException {
        long seed = Seed.of(PowerCutsTest.class);
        CutLedger ledger = CutLedger.inMemory();

        new PowerCuts(folder, ledger, Faults::keepReadable).run(seed, CUTS);

        assertThat(ledger.lines()).allMatch(CutLedger.Line::kept);
        assertThat(ledger.lines()).extracting(CutLedger.Line::cuts).containsExactly(CUTS);
    }

    @Test
    void logThatIsNotForced_isCaught() {
        Consumer<Faults> forgetting =
                faults -> faults.neglectForces(path -> path.getParent().endsWith("replica/log"));
        Random seeds = new Random(Seed.of(PowerCutsTest.class));

        assertThatThrownBy(() -> {
                    for (int group = 0; group < 3; group++) {
                        Path directory = Files.createTempDirectory(folder, "group");
                        new CutGroup(seeds.nextLong(), directory, forgetting).run(10);
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("cut 1");
    }

    /** A leader that cannot read its log leaves a lock of SOFAJRaft held, which must not keep the member from ending. */
    @Test
    void disksThatAnswerNothing_doNotKeepMembersFromEnding() throws IOException, InterruptedException {
        CutGroup group = new CutGroup(Seed.of(PowerCutsTest.class), folder, faults -> {});

        group.run(1);

        assertThat(group.cuts()).isEqualTo(1);
    }

    @Test
    void ledger_isContinued() throws IOException, InterruptedException {
        Path file = folder.resolve("cuts");
        CutLedger.of(file, "abc").add(7, 10, 1_234, CutLedger.Line.KEPT);
        CutLedger.of(file, "abc").add(8, 3, 500, "FAILED: lost");

        CutLedger again = CutLedger.of(file, "abc");

        assertThat(again.has(7)).isTrue();
        assertThat(again.has(9)).isFalse();
        assertThat(again).hasToString("2 groups, 13 power cuts, 1,734 acknowledged writes, 1 groups failed");
        assertThat(CutLedger.of(file, "def").has(7)).as("of another commit").isFalse();
        assertThat(Files.readAllLines(file)).hasSize(2);
    }
}
