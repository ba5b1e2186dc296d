package io.narrows.storage.db.model;

import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs random operations on databases with random options; each database must give the same answers as a sorted
 * map.
 */
final class ModelRun implements AutoCloseable {
    private static final Codecs CODECS = Codecs.load();
    private static final int MOST_SNAPSHOTS = 3;
    private static final int MOST_FAMILIES = 4;

    private final long seed;
    private final Path folder;
    private final Random random;
    private final List<Subject> subjects;
    private final Function<Random, StoreOptions> options;
    private final RandomChanges changes;
    private final ViewCheck check;
    private final ModelStore model = new ModelStore();
    private final List<Pictures> pictures = new ArrayList<>();
    private int step;
    private int files;
    private String doing = "opening";

    /** Snapshots of all stores taken at the same moment. */
    private record Pictures(ModelStore model, List<View> views) {}

    ModelRun(long seed, Path folder, List<Subject> subjects, Function<Random, StoreOptions> options) {
        this.seed = seed;
        this.folder = folder;
        this.random = new Random(seed);
        this.subjects = subjects;
        this.options = options;
        this.changes = new RandomChanges(random);
        this.check = new ViewCheck(random);
    }

    void run(int steps) throws IOException {
        reopen();
        for (step = 0; step < steps; step++) {
            step();
        }
        compareAll();
        reopen();
        compareAll();
        for (String family : model.families()) {
            each("compacting all", store -> store.compact(family, null, null));
        }
        compareAll();
    }

    private void step() throws IOException {
        String family = anyFamily();
        int choice = random.nextInt(100);
        if (choice < 60) {
            List<Change> batch = changes.batch(model, choice < 50 ? 6 : 40);
            boolean sync = random.nextInt(10) == 0;
            each("writing " + batch, store -> store.write(batch, sync));
        } else if (choice < 68) {
            each("gets", store -> check.gets(model, store, family, context()));
        } else if (choice < 76) {
            each("moves", store -> check.moves(model, store, family, context()));
        } else if (choice < 82) {
            snapshots(family);
        } else if (choice < 87) {
            each("flushing " + family, store -> store.flush(family));
        } else if (choice < 90) {
            compact(family);
        } else if (choice < 92) {
            ingest(family);
        } else if (choice < 94) {
            families(family);
        } else if (choice < 95) {
            checkpoint();
        } else if (choice < 97) {
            StoreOptions changed = options.apply(random);
            each("changing " + family + " to " + changed, store -> store.change(family, changed));
        } else if (choice < 98) {
            reopen();
        } else {
            compareAll();
        }
    }

    private void snapshots(String family) throws IOException {
        if (pictures.size() < MOST_SNAPSHOTS && random.nextBoolean()) {
            List<View> views = new ArrayList<>();
            each("taking a snapshot", store -> views.add(store.snapshot()));
            pictures.add(new Pictures(model.copy(), views));
        } else if (!pictures.isEmpty()) {
            Pictures picture = pictures.get(random.nextInt(pictures.size()));
            doing = "reading a snapshot";
            if (picture.model().families().contains(family)) {
                for (View view : picture.views()) {
                    check.gets(picture.model(), view, family, context());
                    check.moves(picture.model(), view, family, context());
                    check.rows(picture.model(), view, List.of(family), context());
                }
            }
            if (random.nextInt(3) == 0) {
                pictures.remove(picture);
                release(picture);
            }
        }
    }

    private void compact(String family) throws IOException {
        Slice one = random.nextBoolean() ? changes.key() : null;
        Slice other = random.nextBoolean() ? changes.key() : null;
        boolean swapped = one != null && other != null && one.compareTo(other) > 0;
        Slice begin = swapped ? other : one;
        Slice end = swapped ? one : other;
        each("compacting %s from %s to %s".formatted(family, begin, end), store -> store.compact(family, begin, end));
    }

    private void ingest(String family) throws IOException {
        ModelStore rows = new ModelStore();
        for (int count = 1 + random.nextInt(50); count > 0; count--) {
            rows.map(Store.DEFAULT).put(changes.key(), changes.value());
        }
        StoreOptions written = options.apply(random);
        boolean move = random.nextBoolean();
        for (Subject subject : subjects) {
            Path file = folder.resolve("ingest-" + files++ + ".sst");
            try (TableWriter writer = TableWriter.create(file, written.table().withIngestion(true), CODECS)) {
                for (Row row : rows.rows(Store.DEFAULT)) {
                    writer.put(row.key(), row.value());
                }
                writer.finish();
            }
            doing = "ingesting " + file.getFileName() + " into " + family + " of " + subject;
            guarded(() -> subject.store().ingest(family, List.of(file), move));
        }
        model.map(family).putAll(rows.map(Store.DEFAULT));
    }

    /** Creates or drops a family, unless a snapshot would see that. */
    private void families(String family) throws IOException {
        if (!pictures.isEmpty()) {
            return;
        }
        if (model.families().size() < MOST_FAMILIES) {
            String name = "family-" + files++;
            each("creating " + name, store -> store.createFamily(name));
            model.createFamily(name);
        } else if (!family.equals(Store.DEFAULT)) {
            each("dropping " + family, store -> store.dropFamily(family));
            model.dropFamily(family);
        }
    }

    private void checkpoint() throws IOException {
        for (Subject subject : subjects) {
            Path target = folder.resolve("checkpoint-" + files++);
            doing = "checkpoint of " + subject;
            guarded(() -> {
                subject.store().checkpoint(target);
                try (Store copy = subject.open(target, options.apply(random))) {
                    check.rows(model, copy, model.families(), context() + ", checkpoint");
                }
            });
        }
    }

    private void reopen() throws IOException {
        for (Pictures picture : pictures) {
            release(picture);
        }
        pictures.clear();
        for (Subject subject : subjects) {
            StoreOptions chosen = options.apply(random);
            doing = "opening " + subject + " with " + chosen;
            guarded(() -> subject.reopen(chosen));
        }
    }

    private void compareAll() throws IOException {
        each("comparing all", store -> check.rows(model, store, model.families(), context()));
    }

    private String anyFamily() {
        List<String> families = model.families().stream().sorted().toList();
        return families.get(random.nextInt(families.size()));
    }

    /** An operation on a store. */
    private interface Action {
        void on(Store store) throws IOException;
    }

    /** An operation that may fail. */
    private interface Work {
        void run() throws IOException;
    }

    private void each(String what, Action action) throws IOException {
        for (Subject subject : subjects) {
            doing = what + " on " + subject;
            guarded(() -> action.on(subject.store()));
        }
    }

    private void guarded(Work work) throws IOException {
        try {
            work.run();
        } catch (IOException | RuntimeException e) {
            throw new IOException(context() + ": " + e, e);
        }
    }

    private String context() {
        return "seed " + seed + ", step " + step + ", " + doing;
    }

    private static void release(Pictures picture) throws IOException {
        for (View view : picture.views()) {
            view.close();
        }
    }

    /** Returns the existing rows by family. */
    Map<String, List<Row>> rows() {
        return model.families().stream().collect(Collectors.toMap(name -> name, model::rows));
    }

    @Override
    public void close() throws IOException {
        for (Pictures picture : pictures) {
            release(picture);
        }
        for (Subject subject : subjects) {
            subject.close();
        }
    }
}
