package io.narrows.storage.db.interop;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.SstFileWriter;

/**
 * What RocksDB's directories have behind them: families made and dropped, a snapshot that kept old versions, flushes and
 * compactions, an ingested file, and at the end writes that only the log has.
 */
final class RocksPast {
    private static final int BATCHES = 120;
    private static final int INGESTED = 300;

    private RocksPast() {}

    /**
     * Lets a new database live so.
     *
     * @param folder for files on the way
     */
    static Model live(RocksStore store, Path folder) throws IOException {
        Model model = new Model();
        Load load = Load.seeded("RocksPast", model);
        create(store, model, "second");
        create(store, model, "dropped");
        load.run(store, BATCHES);
        Snapshot snapshot = store.database().getSnapshot();
        load.run(store, BATCHES);
        store.flush();
        drop(store, model, "dropped");
        create(store, model, "third");
        load.run(store, BATCHES);
        ingest(store, model, folder.resolve("ingested.sst"));
        load.run(store, BATCHES);
        store.database().releaseSnapshot(snapshot);
        return model;
    }

    private static void create(Store store, Model model, String family) throws IOException {
        store.createFamily(family);
        model.createFamily(family);
    }

    private static void drop(Store store, Model model, String family) throws IOException {
        store.dropFamily(family);
        model.dropFamily(family);
    }

    private static void ingest(RocksStore store, Model model, Path file) throws IOException {
        List<Row> rows = IntStream.range(0, INGESTED)
                .mapToObj(i -> new Row(Slice.of("key%05d".formatted(i * 3)), Slice.of("ingested " + i)))
                .toList();
        write(file, rows);
        store.ingest(Model.DEFAULT, file);
        for (Row row : rows) {
            model.apply(List.of(new Change.Put(Model.DEFAULT, row.key(), row.value())));
        }
    }

    private static void write(Path file, List<Row> rows) throws IOException {
        try (Options options = new Options();
                EnvOptions environment = new EnvOptions();
                SstFileWriter writer = new SstFileWriter(environment, options)) {
            writer.open(file.toString());
            for (Row row : rows) {
                writer.put(row.key().toByteArray(), row.value().toByteArray());
            }
            writer.finish();
        } catch (RocksDBException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
