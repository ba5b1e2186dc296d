package io.narrows.storage.db.interop;

import io.narrows.storage.Slice;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random changes of a database, determined by a seed: overwrites, deletes of each kind, values of all lengths, batches over
 * several families. Also updates a model.
 */
final class Load {
    private static final int KEYS = 3_000;
    private static final int MOST_IN_BATCH = 16;
    private static final int LARGE = 100_000;

    private final Random random;
    private final Model model;
    private final Map<String, List<Slice>> once = new TreeMap<>();
    private final int nonce;
    private int onceKeys;

    static Load seeded(String name, Model model) {
        return new Load(new Random(Seed.of(name)), model);
    }

    Load(Random random, Model model) {
        this.random = random;
        this.model = model;
        this.nonce = random.nextInt();
    }

    /** Makes random changes to all families of the model, in the store and in the model. */
    void run(Store store, int batches) throws IOException {
        for (int i = 0; i < batches; i++) {
            List<Change> batch = batch();
            store.write(batch);
            model.apply(batch);
        }
    }

    private List<Change> batch() {
        List<Change> changes = new ArrayList<>();
        for (int left = 1 + random.nextInt(MOST_IN_BATCH); left > 0; left--) {
            changes.add(change());
        }
        return changes;
    }

    private Change change() {
        List<String> families = List.copyOf(model.families());
        String family = families.get(random.nextInt(families.size()));
        int number = random.nextInt(KEYS);
        return switch (random.nextInt(40)) {
            case 0, 1, 2, 3 -> new Change.Delete(family, key(number));
            case 4 -> new Change.DeleteRange(family, key(number), key(number + 1 + random.nextInt(rangeOfKeys())));
            case 5, 6 -> new Change.Put(family, onceKey(family), value());
            case 7 -> singleDelete(family);
            default -> new Change.Put(family, key(number), value());
        };
    }

    /** Sometimes large enough to span several files. */
    private int rangeOfKeys() {
        return random.nextInt(12) == 0 ? KEYS / 2 : 30;
    }

    private Slice onceKey(String family) {
        Slice key = Slice.of("once%08x%06d".formatted(nonce, onceKeys++));
        once.computeIfAbsent(family, unused -> new ArrayList<>()).add(key);
        return key;
    }

    private Change singleDelete(String family) {
        List<Slice> keys = once.getOrDefault(family, List.of());
        if (keys.isEmpty()) {
            return new Change.Delete(family, key(random.nextInt(KEYS)));
        }
        return new Change.SingleDelete(family, keys.remove(random.nextInt(keys.size())));
    }

    /** Some keys are prefixes of others, some are long, and one is empty. */
    private static Slice key(int number) {
        if (number == 0) {
            return Slice.EMPTY;
        }
        return Slice.of("key%05d".formatted(number) + (number % 9 == 0 ? "/" + "k".repeat(number % 200) : ""));
    }

    private Slice value() {
        int kind = random.nextInt(1_000);
        if (kind == 0) {
            return noise(LARGE);
        }
        if (kind < 25) {
            return Slice.EMPTY;
        }
        if (kind < 250) {
            return noise(random.nextInt(200));
        }
        String text = "name=%d;city=%s;".formatted(random.nextInt(1_000), random.nextBoolean() ? "Oslo" : "Bergen");
        return Slice.of(text.repeat(1 + random.nextInt(12)).getBytes(StandardCharsets.UTF_8));
    }

    private Slice noise(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Slice.of(bytes);
    }
}
