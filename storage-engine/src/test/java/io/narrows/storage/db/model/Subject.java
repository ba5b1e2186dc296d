package io.narrows.storage.db.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** A database directory under test, reopened repeatedly by one kind of store or by several in turn. */
final class Subject implements AutoCloseable {
    private final Path directory;
    private final List<Opener> openers;
    private final Random random;
    private Store store;

    Subject(Path directory, List<Opener> openers, Random random) {
        this.directory = directory;
        this.openers = openers;
        this.random = random;
    }

    Store store() {
        return store;
    }

    void reopen(StoreOptions options) throws IOException {
        close();
        store = openers.get(random.nextInt(openers.size())).open(directory, options);
    }

    /** Briefly opens a copy of a directory. */
    Store open(Path other, StoreOptions options) throws IOException {
        return openers.get(random.nextInt(openers.size())).open(other, options);
    }

    @Override
    public void close() throws IOException {
        Store closing = store;
        store = null;
        if (closing != null) {
            closing.close();
        }
    }

    Path directory() {
        return directory;
    }

    @Override
    public String toString() {
        return directory.getFileName() + " by "
                + (store == null ? "nobody" : store.getClass().getSimpleName());
    }
}
