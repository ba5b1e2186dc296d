package io.narrows.storage.db.crash;

import io.narrows.storage.db.model.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Threads that write their scripts to a store until it fails, or each has written a number of batches. */
final class Writers {
    private final Script script;
    private final History history;
    private final Random random;
    private final Path outside;

    /** @param outside a directory for files to ingest */
    Writers(Script script, History history, Random random, Path outside) {
        this.script = script;
        this.history = history;
        this.random = random;
        this.outside = outside;
    }

    /**
     * Returns once all threads have ended.
     *
     * @param from number of existing batches per writer
     * @param batches maximum number of further batches per writer
     * @return the failures of the writers that had one
     */
    List<Throwable> run(Store store, List<Long> from, int batches) throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        double syncs = random.nextDouble() * random.nextDouble();
        for (WriterScript writer : script.writers()) {
            long first = from.get(writer.writer()) + 1;
            Random own = new Random(random.nextLong());
            threads.add(new Thread(
                    () -> {
                        try {
                            write(store, writer, first, batches, own, syncs);
                        } catch (IOException | RuntimeException | Error e) {
                            synchronized (failures) {
                                failures.add(e);
                            }
                        }
                    },
                    "writer-" + writer.writer()));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        return failures;
    }

    private void write(Store store, WriterScript writer, long first, int batches, Random own, double syncs)
            throws IOException {
        for (long number = first; number < first + batches; number++) {
            boolean sync = writer.isIngested(number) || own.nextDouble() < syncs;
            history.begin(writer.writer(), sync);
            Script.write(store, writer, number, sync, outside);
            history.acknowledge(writer.writer());
            if (own.nextInt(200) == 0) {
                store.flush(Script.FAMILIES.get(own.nextInt(Script.FAMILIES.size())));
            }
        }
    }
}
