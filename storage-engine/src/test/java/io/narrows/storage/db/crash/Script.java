package io.narrows.storage.db.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Slice;
import io.narrows.storage.db.model.ModelStore;
import io.narrows.storage.db.model.RowDifference;
import io.narrows.storage.db.model.Store;
import io.narrows.storage.db.model.View;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The scripts of all writers of a database, and what must be there when each of them has come so far. */
final class Script {
    static final List<String> FAMILIES = List.of(Store.DEFAULT, "second", "third");

    private final List<WriterScript> writers = new ArrayList<>();

    Script(long seed, int writers) {
        for (int i = 0; i < writers; i++) {
            this.writers.add(new WriterScript(seed, i, FAMILIES));
        }
    }

    List<WriterScript> writers() {
        return writers;
    }

    /** Makes the families that are not there yet. */
    static void createFamilies(Store store) throws IOException {
        for (String family : FAMILIES) {
            if (!store.families().contains(family)) {
                store.createFamily(family);
            }
        }
    }

    /** How many batches of each writer are there, by their numbers. */
    List<Long> counts(View view) throws IOException {
        List<Long> counts = new ArrayList<>();
        for (WriterScript writer : writers) {
            Optional<Slice> last = view.get(Store.DEFAULT, writer.lastKey());
            counts.add(last.map(value -> Long.parseLong(new String(value.toByteArray())))
                    .orElse(0L));
        }
        return counts;
    }

    /**
     * Requires that all is there that these batches leave, and nothing else.
     *
     * @param counts of each writer, how many of its batches
     */
    void requireExactly(Store store, List<Long> counts, String context) throws IOException {
        ModelStore expected = new ModelStore();
        createFamilies(expected);
        for (WriterScript writer : writers) {
            for (long number = 1; number <= counts.get(writer.writer()); number++) {
                expected.write(writer.batch(number), false);
            }
        }
        for (String family : FAMILIES) {
            boolean there = store.families().contains(family);
            List<Row> rows = there ? store.rows(family) : List.of();
            assertThat(RowDifference.between(expected.rows(family), rows))
                    .as("%s, rows of %s after %s batches", context, family, counts)
                    .isEmpty();
        }
    }
}
