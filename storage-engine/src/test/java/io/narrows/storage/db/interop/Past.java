package io.narrows.storage.db.interop;

import io.narrows.storage.Slice;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * The history of a directory: families created and dropped, a snapshot that kept old versions, flushes and compactions, an
 * ingested file, and finally writes that are only in the log.
 */
final class Past {
    private static final int BATCHES = 80;
    private static final int INGESTED = 300;

    private Past() {}

    /**
     * Puts a new database through this history.
     *
     * @param folder for temporary files
     */
    static Model live(Store store, Path folder) throws IOException {
        Model model = new Model();
        Load load = Load.seeded("Past", model);
        create(store, model, "second");
        create(store, model, "dropped");
        load.run(store, BATCHES);
        Closeable hold = store.hold();
        load.run(store, BATCHES);
        store.flush();
        store.dropFamily("dropped");
        model.dropFamily("dropped");
        create(store, model, "third");
        load.run(store, BATCHES);
        ingest(store, model, folder.resolve("ingested.sst"));
        load.run(store, BATCHES);
        hold.close();
        return model;
    }

    private static void create(Store store, Model model, String family) throws IOException {
        store.createFamily(family);
        model.createFamily(family);
    }

    private static void ingest(Store store, Model model, Path file) throws IOException {
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < INGESTED; i++) {
            changes.add(
                    i % 10 == 0
                            ? new Change.Delete(Model.DEFAULT, key(i))
                            : new Change.Put(Model.DEFAULT, key(i), Slice.of("ingested " + i)));
        }
        write(file, changes);
        store.ingest(Model.DEFAULT, file);
        model.apply(changes);
    }

    private static Slice key(int i) {
        return Slice.of("key%05d".formatted(i * 3));
    }

    private static void write(Path file, List<Change> changes) throws IOException {
        try (Options options = new Options().setTableFormatConfig(new BlockBasedTableConfig().setFormatVersion(5));
                EnvOptions environment = new EnvOptions();
                SstFileWriter writer = new SstFileWriter(environment, options)) {
            writer.open(file.toString());
            for (Change change : changes) {
                if (change instanceof Change.Put put) {
                    writer.put(put.key().toByteArray(), put.value().toByteArray());
                } else if (change instanceof Change.Delete delete) {
                    writer.delete(delete.key().toByteArray());
                }
            }
            writer.finish();
        } catch (RocksDBException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
