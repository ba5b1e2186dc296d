package io.narrows.storage.db.crash;

import io.narrows.storage.db.model.EngineStore;
import io.narrows.storage.db.model.Opener;
import io.narrows.storage.db.model.RocksStore;
import io.narrows.storage.db.model.Store;
import io.narrows.storage.db.model.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;

/** The engine that opens a database; RocksDB is included to validate the tests themselves. */
enum Engine implements Opener {
    NARROWS {
        @Override
        public Store open(Path directory, StoreOptions options) throws IOException {
            return EngineStore.open(directory, options);
        }
    },
    UNLOGGED {
        @Override
        public Store open(Path directory, StoreOptions options) throws IOException {
            return EngineStore.openUnlogged(directory, options);
        }
    },
    ROCKSDB {
        @Override
        public Store open(Path directory, StoreOptions options) throws IOException {
            return RocksStore.open(directory, options);
        }
    }
}
