package io.narrows.storage.db.crash;

import io.narrows.storage.db.model.Opener;
import io.narrows.storage.db.model.Store;
import io.narrows.storage.db.model.StoreOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A process that writes until it is killed. For each acknowledged batch it prints a line, {@code writer number}, with a
 * single write to a pipe, so every line read represents an acknowledged batch.
 */
final class KilledWriter {
    private final Script script;
    private final Random random;
    private final Path outside;
    private final FileOutputStream acknowledgements = new FileOutputStream(FileDescriptor.out);

    private KilledWriter(Script script, Random random, Path outside) {
        this.script = script;
        this.random = random;
        this.outside = outside;
    }

    /**
     * @param arguments an {@link Engine}, a directory, the seed of the script, the number of writers, a seed for this
     *     process
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Opener opener = Engine.valueOf(arguments[0]);
        Script script = new Script(Long.parseLong(arguments[2]), Integer.parseInt(arguments[3]));
        Random random = new Random(Long.parseLong(arguments[4]));
        Path directory = Path.of(arguments[1]);
        Store store = opener.open(directory, StoreOptions.random(random));
        Script.createFamilies(store);
        new KilledWriter(script, random, directory.getParent()).run(store);
    }

    private void run(Store store) throws IOException, InterruptedException {
        List<Long> counts = script.counts(store);
        List<Thread> threads = new ArrayList<>();
        for (WriterScript writer : script.writers()) {
            Random own = new Random(random.nextLong());
            threads.add(new Thread(() -> write(store, writer, counts.get(writer.writer()), own)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void write(Store store, WriterScript writer, long count, Random own) {
        try {
            for (long number = count + 1; ; number++) {
                Script.write(store, writer, number, own.nextInt(100) == 0, outside);
                acknowledgements.write((writer.writer() + " " + number + "\n").getBytes());
                if (own.nextInt(300) == 0) {
                    store.flush(Script.FAMILIES.get(own.nextInt(Script.FAMILIES.size())));
                }
            }
        } catch (IOException | RuntimeException e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }
}
