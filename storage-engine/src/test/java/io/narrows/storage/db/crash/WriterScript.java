package io.narrows.storage.db.crash;

import io.narrows.storage.Slice;
import io.narrows.storage.db.model.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The batches of one writer, from number 1 on. All its keys begin with its letter, so that writers do not conflict; each
 * batch also writes its number, which shows later how far the writer got.
 *
 * @param writer 0 to 25
 */
record WriterScript(long seed, int writer, List<String> families) {
    private static final int KEYS = 150;
    private static final int INGESTED_EVERY = 80;
    private static final int LONG_VALUE = 40_000;

    /** Returns the key of the row with the number of the last batch, in the default family. */
    Slice lastKey() {
        return Slice.of(letter() + "/last");
    }

    static Slice lastValue(long number) {
        return Slice.of(Long.toString(number));
    }

    /** Returns whether a batch is ingested as a file instead of written: it then has only puts to the default family. */
    boolean isIngested(long number) {
        return random(number).nextInt(INGESTED_EVERY) == 0;
    }

    private Random random(long number) {
        return new Random(new Random(seed ^ number * 26 + writer).nextLong());
    }

    List<Change> batch(long number) {
        Random random = random(number);
        boolean ingested = random.nextInt(INGESTED_EVERY) == 0;
        List<Change> batch = new ArrayList<>();
        for (int count = random.nextInt(6); count > 0; count--) {
            batch.add(
                    ingested
                            ? new Change.Put(families.get(0), key(random.nextInt(KEYS)), value(random))
                            : change(random, families.get(random.nextInt(families.size()))));
        }
        int place = random.nextInt(batch.size() + 1);
        batch.add(place, new Change.Put(families.get(0), lastKey(), lastValue(number)));
        return batch;
    }

    private Change change(Random random, String family) {
        int key = random.nextInt(KEYS);
        return switch (random.nextInt(16)) {
            case 0, 1 -> new Change.Delete(family, key(key));
            case 2 -> new Change.DeleteRange(family, key(key), key(key + 1 + random.nextInt(20)));
            default -> new Change.Put(family, key(key), value(random));
        };
    }

    private Slice key(int number) {
        return Slice.of("%s%04d".formatted(letter(), number));
    }

    private static Slice value(Random random) {
        byte[] value = new byte[random.nextInt(100) == 0 ? random.nextInt(LONG_VALUE) : random.nextInt(120)];
        random.nextBytes(value);
        return Slice.of(value);
    }

    private char letter() {
        return (char) ('a' + writer);
    }
}
