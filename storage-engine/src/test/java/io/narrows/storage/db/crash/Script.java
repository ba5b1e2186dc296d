package io.narrows.storage.db.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import io.narrows.storage.db.model.Change;
import io.narrows.storage.db.model.ModelStore;
import io.narrows.storage.db.model.RowDifference;
import io.narrows.storage.db.model.Store;
import io.narrows.storage.db.model.View;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The scripts of all writers of a database, and the expected content after a number of batches of each. */
final class Script {
    private static final Codecs CODECS = Codecs.load();

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

    /** Creates the families that do not exist yet. */
    static void createFamilies(Store store) throws IOException {
        for (String family : FAMILIES) {
            if (!store.families().contains(family)) {
                store.createFamily(family);
            }
        }
    }

    /**
     * Writes a batch, or ingests it, in which case it is synced on return.
     *
     * @param outside a directory for files to ingest
     */
    static void write(Store store, WriterScript writer, long number, boolean sync, Path outside) throws IOException {
        List<Change> batch = writer.batch(number);
        if (!writer.isIngested(number)) {
            store.write(batch, sync);
            return;
        }
        NavigableMap<Slice, Slice> rows = new TreeMap<>();
        batch.forEach(change -> change.applyTo(rows));
        Path file = outside.resolve("ingested-%d-%d".formatted(writer.writer(), number));
        try (TableWriter table = TableWriter.create(file, TableOptions.DEFAULT.withIngestion(true), CODECS)) {
            for (Map.Entry<Slice, Slice> row : rows.entrySet()) {
                table.put(row.getKey(), row.getValue());
            }
            table.finish();
        }
        boolean move = number % 2 == 0;
        store.ingest(FAMILIES.get(0), List.of(file), move);
        if (!move) {
            Files.write(file, new byte[] {0}, StandardOpenOption.WRITE); // the owner may change a copied file
            Files.delete(file);
        }
    }

    /** Returns the number of batches found per writer, by the numbers they write. */
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
     * Requires exactly the content that these batches produce.
     *
     * @param counts number of batches per writer
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
