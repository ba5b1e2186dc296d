package io.narrows.storage.db.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import io.narrows.storage.db.crash.disk.Operation;
import io.narrows.storage.db.model.Opener;
import io.narrows.storage.db.model.Store;
import io.narrows.storage.db.model.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A database whose machine loses power repeatedly: while writers write, while it is opened, and while it is opened again
 * after that. Afterwards it must contain the result of a prefix of all writes, including all synced ones. Sometimes an
 * operation fails before the power does.
 */
final class PowerLossRound {
    private static final int MOST_LIVES = 3;
    private static final int MOST_WRITERS = 4;
    private static final int MOST_BATCHES = 300;
    private static final int MOST_OPERATIONS = 1500;
    private static final int OPERATIONS_OF_OPENING = 40;
    private static final Operation[] FAILING = {
        Operation.WRITE,
        Operation.FORCE,
        Operation.FORCE_DIRECTORY,
        Operation.CREATE,
        Operation.RENAME,
        Operation.DELETE
    };

    private final Path folder;
    private final Opener opener;
    private final KillTally tally;
    private final Random random;
    private final Script script;

    /** Log of all events, for the message of a failure. */
    private final StringBuilder story;

    /** The remains of the last power loss; the database is in a subdirectory. */
    private Path directory;

    private int losses;

    /** Whether a file may lack bytes that come before existing ones, in which case the database may refuse to open. */
    private boolean outOfOrder;

    PowerLossRound(long seed, Path folder, Opener opener, KillTally tally) {
        this.folder = folder;
        this.opener = opener;
        this.tally = tally;
        this.random = new Random(seed);
        this.script = new Script(seed, 1 + random.nextInt(MOST_WRITERS));
        this.story = new StringBuilder("seed " + seed);
        this.directory = folder.resolve("loss-0");
    }

    /** @throws AssertionError if something is lost; the message has the seed and the events */
    void run() throws IOException, InterruptedException {
        Files.createDirectory(directory);
        List<Long> counts = Collections.nCopies(script.writers().size(), 0L);
        for (int lives = 1 + random.nextInt(MOST_LIVES); lives > 0; lives--) {
            History history = new History(counts);
            live(history, counts);
            while (random.nextInt(4) == 0) {
                loseWhileOpening();
            }
            try (Store store = opener.open(database(directory), options())) {
                counts = script.counts(store);
                assertThat(history.contradictions(counts)).as("%s", story).isEmpty();
                script.requireExactly(store, counts, story.toString());
            } catch (IOException e) {
                requireRefusalByName(e);
                tally.refused++;
                return;
            }
        }
        tally.survived += counts.stream().mapToLong(Long::longValue).sum();
    }

    private void live(History history, List<Long> counts) throws IOException, InterruptedException {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(directory, random.nextLong());
        disk.faults().losePowerAt(1 + random.nextInt(1 + random.nextInt(MOST_OPERATIONS)));
        boolean failing = random.nextInt(4) == 0;
        if (failing) {
            Operation operation = FAILING[random.nextInt(FAILING.length)];
            int n = 1 + random.nextInt(operation == Operation.WRITE ? MOST_BATCHES : OPERATIONS_OF_OPENING);
            disk.faults().failAt(operation, n);
            // the kernel forgets pages that it could not write, and may have written later ones
            outOfOrder |= operation == Operation.FORCE;
            story.append("\n  %s %d fails".formatted(operation, n));
        }
        Store store = null;
        List<Throwable> failures;
        try {
            store = opener.open(database(disk.directory()), options());
            Script.createFamilies(store);
            Writers writers = new Writers(script, history, random, disk.directory());
            failures = writers.run(store, counts, 1 + random.nextInt(MOST_BATCHES));
        } catch (IOException e) {
            failures = List.of(e);
        }
        for (Throwable failure : failures) {
            boolean expected =
                    failure instanceof IOException && (failing || disk.faults().powerLost());
            if (!expected) {
                fail(story + ": a writer failed", failure);
            }
        }
        tally.acknowledged += history.acknowledged()
                - counts.stream().mapToLong(Long::longValue).sum();
        losePower(disk, store);
    }

    /** Loses power while the database recovers from a power loss. */
    private void loseWhileOpening() throws IOException {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(directory, random.nextLong());
        disk.faults().losePowerAt(1 + random.nextInt(OPERATIONS_OF_OPENING));
        Store store = null;
        try {
            store = opener.open(database(disk.directory()), options());
        } catch (IOException e) {
            if (!disk.faults().powerLost()) {
                requireRefusalByName(e);
            }
        }
        losePower(disk, store);
    }

    private void losePower(ForgetfulFileSystem disk, Store store) throws IOException {
        disk.faults().losePower();
        if (store != null) {
            try {
                store.close();
            } catch (IOException e) {
                // expected without power
            }
        }
        Damage damage = random.nextInt(5) == 0 ? Damage.SECTORS : Damage.TAILS;
        outOfOrder |= damage == Damage.SECTORS;
        directory = folder.resolve("loss-" + ++losses);
        List<String> lost = disk.writeRemains(directory, random.nextLong(), damage);
        story.append("\n  %s after %d operations, %s: %s"
                .formatted(directory.getFileName(), disk.faults().operations(), damage, lost));
        tally.powerLosses++;
    }

    private void requireRefusalByName(IOException refusal) throws IOException {
        if (!outOfOrder || !NamedFiles.within(database(directory)).areNamedBy(refusal)) {
            fail(story + ": it is not opened", refusal);
        }
    }

    private static Path database(Path directory) {
        return directory.resolve("db");
    }

    private StoreOptions options() {
        return StoreOptions.random(random);
    }
}
