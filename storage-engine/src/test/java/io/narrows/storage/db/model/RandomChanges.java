package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Generates random batches. Keys are short and use few letters, so that they recur. Keys that begin with a zero byte are put
 * only while absent, because they are single-deleted, and are not in any range.
 */
final class RandomChanges {
    private static final byte[] LETTERS = {'a', 'b', 'c', -1};
    private static final int SINGLE_KEYS = 30;
    private static final int LONG_VALUE = 3_000;

    private final Random random;

    RandomChanges(Random random) {
        this.random = random;
    }

    /** Returns a batch over any of the families, which is also applied to the model. */
    List<Change> batch(ModelStore model, int longest) {
        List<String> families = List.copyOf(model.families());
        List<Change> batch = new ArrayList<>();
        for (int count = 1 + random.nextInt(longest); count > 0; count--) {
            String family = families.get(random.nextInt(families.size()));
            Change change = change(model, family);
            change.applyTo(model.map(family));
            batch.add(change);
        }
        return batch;
    }

    private Change change(ModelStore model, String family) {
        switch (random.nextInt(20)) {
            case 0, 1, 2 -> {
                return new Change.Delete(family, anyKey(model, family));
            }
            case 3 -> {
                Slice one = key();
                Slice other = key();
                boolean ordered = one.compareTo(other) <= 0;
                return new Change.DeleteRange(family, ordered ? one : other, ordered ? other : one);
            }
            case 4, 5 -> {
                Slice key = Slice.of("\0" + random.nextInt(SINGLE_KEYS));
                boolean there = model.map(family).containsKey(key);
                return there ? new Change.SingleDelete(family, key) : new Change.Put(family, key, value());
            }
            default -> {
                return new Change.Put(family, key(), value());
            }
        }
    }

    /** Returns a key, which may exist or not. */
    Slice anyKey(ModelStore model, String family) {
        Slice key = key();
        if (random.nextBoolean()) {
            Slice there = model.map(family).ceilingKey(key);
            return there == null || there.length() > 0 && there.array()[there.offset()] == 0 ? key : there;
        }
        return key;
    }

    /** Returns a key of at least one letter; the last letter is the highest byte, which nothing can follow. */
    Slice key() {
        byte[] key = new byte[1 + random.nextInt(6)];
        for (int i = 0; i < key.length; i++) {
            key[i] = LETTERS[random.nextInt(LETTERS.length)];
        }
        return Slice.of(key);
    }

    Slice value() {
        int length = random.nextInt(40) == 0 ? random.nextInt(LONG_VALUE) : random.nextInt(60);
        if (random.nextBoolean()) {
            return Slice.of("x%d".formatted(random.nextInt(10)).repeat(length / 2));
        }
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return Slice.of(noise);
    }
}
