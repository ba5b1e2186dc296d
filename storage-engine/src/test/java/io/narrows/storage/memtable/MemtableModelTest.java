package io.narrows.storage.memtable;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Entry;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Random memtables give the same answers as a sorted set, while entries are added. For a long run:
 * {@code mvn -pl storage-engine -am test -Dtest=MemtableModelTest -Dnarrows.memtables=1000}; to repeat one,
 * {@code -Dnarrows.seed=N}.
 */
class MemtableModelTest {
    private static final int MEMTABLES = Integer.getInteger("narrows.memtables", 10);
    private static final int OPERATIONS = 6000;
    private static final EntryType[] TYPES = {EntryType.PUT, EntryType.DELETE, EntryType.SINGLE_DELETE, EntryType.MERGE
    };

    @Test
    void memtable_randomOperations() throws IOException {
        long seed = Seed.of(MemtableModelTest.class);
        Random seeds = new Random(seed);

        for (int i = 0; i < MEMTABLES; i++) {
            run(new Random(seeds.nextLong()), "memtable " + i);
        }
    }

    private static void run(Random random, String context) throws IOException {
        String shared = "x".repeat(random.nextInt(4) * random.nextInt(6));
        NavigableSet<Row> model = new TreeSet<>(Row.ORDER);
        Memtable memtable = new Memtable();
        InternalIterator iterator = memtable.iterator();
        Row at = null;
        for (int operation = 0; operation < OPERATIONS; operation++) {
            String as = context + ", operation " + operation;
            Slice key = key(shared, random);
            long sequence = random.nextInt(operation + 2);
            long trailer = InternalKey.trailer(sequence, TYPES[random.nextInt(TYPES.length)]);
            Row wanted = new Row(key, trailer, Slice.EMPTY);
            switch (random.nextInt(at == null ? 10 : 17)) {
                case 0 -> {
                    iterator.seekToFirst();
                    at = model.isEmpty() ? null : model.first();
                }
                case 1 -> {
                    iterator.seekToLast();
                    at = model.isEmpty() ? null : model.last();
                }
                case 2 -> {
                    iterator.seek(key, trailer);
                    at = model.ceiling(wanted);
                }
                case 3 -> {
                    iterator.seekForPrev(key, trailer);
                    at = model.floor(wanted);
                }
                case 4, 5 ->
                    assertThat(row(key, memtable.get(key, sequence))).as(as).isEqualTo(youngest(model, key, sequence));
                case 6, 7, 8, 9 -> {
                    Row row =
                            new Row(key, InternalKey.trailer(operation + 1, InternalKey.type(trailer)), value(random));
                    memtable.add(row.sequence(), row.type(), row.key(), row.value());
                    model.add(row);
                }
                case 10, 11, 12 -> {
                    iterator.next();
                    at = model.higher(at);
                }
                case 13 -> {
                    iterator.nextKey(at.key());
                    at = model.higher(new Row(at.key(), InternalIterator.LAST_TRAILER, Slice.EMPTY));
                }
                default -> {
                    iterator.prev();
                    at = model.lower(at);
                }
            }
            assertThat(Row.at(iterator)).as(as).isEqualTo(at);
        }
        assertThat(Row.all(memtable.iterator())).as(context).containsExactlyElementsOf(model);
        assertThat(memtable.entries()).isEqualTo(model.size());
    }

    private static Row youngest(NavigableSet<Row> model, Slice key, long sequence) {
        Row row = model.ceiling(new Row(key, sequence << 8 | 0xff, Slice.EMPTY));
        return row != null && row.key().equals(key) ? row : null;
    }

    private static Row row(Slice key, Entry entry) {
        return entry == null ? null : Row.of(entry.sequence(), entry.type(), key, entry.value());
    }

    /**
     * Mostly the shared prefix plus zero to twelve bytes of few kinds, so that keys repeat and are prefixes of each other.
     */
    private static Slice key(String shared, Random random) {
        byte[] end = new byte[random.nextInt(random.nextBoolean() ? 4 : 13)];
        for (int i = 0; i < end.length; i++) {
            end[i] = (byte) (random.nextInt(4) * 85);
        }
        int begin = random.nextInt(50) == 0 ? random.nextInt(shared.length() + 1) : shared.length();
        byte[] key = new byte[begin + end.length];
        System.arraycopy(Slice.of(shared).array(), 0, key, 0, begin);
        System.arraycopy(end, 0, key, begin, end.length);
        return Slice.of(key);
    }

    /** Sometimes large enough to get its own array. */
    private static Slice value(Random random) {
        byte[] value = new byte[random.nextInt(500) == 0 ? 100_000 : random.nextInt(60)];
        random.nextBytes(value);
        return Slice.of(value);
    }
}
