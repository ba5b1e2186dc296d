package io.narrows.bench.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.WriteOptions;
import java.io.IOException;

/** Writes the first value of each key in key order, then compacts everything into the last level. */
final class Fill {
    private static final int BATCH = 1_000;
    private static final WriteOptions WITHOUT_LOG = new WriteOptions(false, true);

    private Fill() {}

    static void run(Db db, Rows rows) throws IOException {
        WriteBatch batch = new WriteBatch();
        for (int number = 0; number < rows.keys(); number++) {
            batch.put(ColumnFamily.DEFAULT, Rows.key(number), rows.write(number));
            if (batch.count() == BATCH || number == rows.keys() - 1) {
                db.write(batch, WITHOUT_LOG);
                batch.clear();
            }
        }
        db.compact(ColumnFamily.DEFAULT);
        db.awaitCompactions();
    }
}
