package io.narrows.storage.db.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.narrows.storage.db.WalRecovery;
import io.narrows.storage.db.model.EngineStore;
import io.narrows.storage.db.model.Opener;
import io.narrows.storage.db.model.Store;
import io.narrows.storage.db.model.StoreOptions;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One file of a database is damaged. Either all rows are present, or an exception names the file. Damage at the end of
 * the last log may look like a process that was killed earlier; then all rows before the damage are present.
 * {@code -Dnarrows.db.damages=1000} tries more places, {@code -Dnarrows.seed=N} repeats a run.
 */
@Tag("long")
class DamageTest {
    private static final int DAMAGES = Integer.getInteger("narrows.db.damages", 8);
    private static final Opener POINT_IN_TIME =
            (directory, options) -> EngineStore.open(directory, options, WalRecovery.POINT_IN_TIME);
    private static final int BLOCK = 32 << 10;

    @TempDir
    Path folder;

    private final Random random = new Random(seed());
    private SmallDatabase small;
    private int copies;

    @BeforeEach
    void make() throws IOException {
        small = SmallDatabase.make(folder, Engine.NARROWS, random.nextLong());
    }

    @Test
    void undamaged_isWhole() throws IOException {
        assertThat(batchesAfter("CURRENT", new FileDamage.Lengthened(0))).isEqualTo(small.batches());
    }

    @Test
    void missingFile() throws IOException {
        for (String name : names()) {
            requireWholeOrRefused(name, new FileDamage.Missing(), "");
        }
    }

    @Test
    void truncatedFile() throws IOException {
        for (String name : names()) {
            if (!name.equals(small.lastLog())) {
                for (int length : places(name)) {
                    requireWholeOrRefused(name, new FileDamage.Truncated(length), "");
                }
            }
        }
    }

    @Test
    void flippedBit() throws IOException {
        for (String name : names()) {
            if (!name.equals(small.lastLog())) {
                for (int offset : places(name)) {
                    String offsetNamed = name.endsWith(".log") || name.endsWith(".sst") ? "offset" : "";
                    requireWholeOrRefused(name, new FileDamage.Flipped(offset, random.nextInt(8)), offsetNamed);
                }
            }
        }
    }

    @Test
    void lastLogTruncated_rowsBeforeItRemain() throws IOException {
        String log = small.lastLog();
        for (int length : places(log)) {
            assertThat(batchesAfter(log, new FileDamage.Truncated(length)))
                    .as("%s truncated to %d", log, length)
                    .isEqualTo(small.batchesWithin(length));
        }
    }

    @Test
    void lastLogLengthenedByZeros_isWhole() throws IOException {
        for (int zeros : new int[] {1, 6, 7, 100, BLOCK, 3 * BLOCK}) {
            assertThat(batchesAfter(small.lastLog(), new FileDamage.Lengthened(zeros)))
                    .as("%d zeros", zeros)
                    .isEqualTo(small.batches());
        }
    }

    @Test
    void lastLogDamaged_refusedWhereRecordsFollow() throws IOException {
        String log = small.lastLog();
        long lastBatch = small.lastLogEnds().get(small.lastLogEnds().size() - 2);
        for (int offset : places(log)) {
            FileDamage damage = new FileDamage.Flipped(offset, random.nextInt(8));
            if (offset < lastBatch) {
                requireWholeOrRefused(log, damage, "offset");
            } else {
                assertThat(batchesAfter(log, damage)).as("%s: %s", log, damage).isEqualTo(small.batches() - 1);
            }
        }
    }

    @Test
    void lastLogDamaged_pointInTime_rowsBeforeItRemain() throws IOException {
        String log = small.lastLog();
        for (int offset : places(log)) {
            FileDamage damage = new FileDamage.Flipped(offset, random.nextInt(8));
            long before =
                    small.lastLogEnds().stream().filter(end -> end <= offset).count();

            assertThat(batchesAfter(log, damage, POINT_IN_TIME))
                    .as("%s: %s", log, damage)
                    .isEqualTo(small.batches() - small.lastLogEnds().size() + before);
        }
    }

    private void requireWholeOrRefused(String name, FileDamage damage, String alsoNamed) throws IOException {
        long batches;
        try {
            batches = batchesAfter(name, damage);
        } catch (IOException e) {
            // files listed by a MANIFEST that has lost its end may have been deleted since
            String orNamed = name.startsWith("MANIFEST") ? ".sst: offset 0: the file is missing" : name;
            assertThat(NamedFiles.message(e))
                    .as("%s: %s", name, damage)
                    .containsAnyOf(name, orNamed)
                    .contains(alsoNamed);
            return;
        }
        assertThat(batches).as("%s: %s: batches that are there", name, damage).isEqualTo(small.batches());
    }

    /**
     * Reads a damaged copy in every way; asserts that all rows up to some batch are present, and returns the number of
     * batches.
     */
    private long batchesAfter(String name, FileDamage damage) throws IOException {
        return batchesAfter(name, damage, Engine.NARROWS);
    }

    private long batchesAfter(String name, FileDamage damage, Opener opener) throws IOException {
        Path copy = folder.resolve("copy-" + copies++);
        SmallDatabase.copy(small.directory(), copy);
        damage.applyTo(copy.resolve(name));
        try (Store store = opener.open(copy, StoreOptions.SMALL)) {
            long batches = small.script().counts(store).get(0);
            String context = name + ": " + damage;
            small.script().requireExactly(store, List.of(batches), context);
            for (String family : Script.FAMILIES) {
                store.compact(family, null, null);
            }
            small.script().requireExactly(store, List.of(batches), context + ", compacted");
            return batches;
        } catch (RuntimeException e) {
            return fail(name + ": " + damage, e);
        }
    }

    private List<String> names() throws IOException {
        return SmallDatabase.files(small.directory()).stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> !name.startsWith("LOG") && !name.startsWith("OPTIONS"))
                .toList();
    }

    /** Returns a sample of the positions in a file, including the first and the last ones. */
    private List<Integer> places(String name) throws IOException {
        int size = (int) Files.size(small.directory().resolve(name));
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < Math.min(size, DAMAGES); i++) {
            int place = size <= DAMAGES ? i : random.nextInt(size);
            places.add(place);
        }
        if (size > 2) {
            places.addAll(List.of(0, 1, size - 1));
        }
        return places;
    }

    private static long seed() {
        return Seed.of(DamageTest.class);
    }
}
