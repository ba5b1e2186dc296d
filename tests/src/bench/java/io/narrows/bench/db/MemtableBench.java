package io.narrows.bench.db;

import io.narrows.storage.Entry;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.memtable.Memtable;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Compares the single-threaded cost of a memtable with that of a {@link ConcurrentSkipListMap} of arrays, alternating within
 * one run: nanoseconds of processor time and allocated bytes per operation. The map overwrites, and copies keys and values
 * to be fair; each printed figure is the best of all rounds.
 */
@Command(
        name = "memtable",
        mixinStandardHelpOptions = true,
        description = "Compares a memtable with ConcurrentSkipListMap.")
public final class MemtableBench implements Benchmark {
    private static final int VALUE = 100;
    private static final int OPERATIONS = 2_000_000;
    private static final long SEED = 1;

    /** A kind of keys. */
    private enum Keys {
        RANDOM {
            @Override
            byte[][] of(int count) {
                SplittableRandom random = new SplittableRandom(SEED);
                byte[][] keys = new byte[count][16];
                for (byte[] key : keys) {
                    random.nextBytes(key);
                }
                return keys;
            }
        },
        SHUFFLED {
            @Override
            byte[][] of(int count) {
                byte[][] keys = ASCENDING.of(count);
                Collections.shuffle(Arrays.asList(keys), new Random(SEED));
                return keys;
            }
        },
        ASCENDING {
            @Override
            byte[][] of(int count) {
                byte[][] keys = new byte[count][];
                for (int i = 0; i < count; i++) {
                    keys[i] = String.format(Locale.ROOT, "user%012d", i).getBytes(StandardCharsets.US_ASCII);
                }
                return keys;
            }
        };

        abstract byte[][] of(int count);
    }

    /** The implementation being measured. */
    private interface Subject {
        String name();

        void fill(byte[][] keys, byte[] value) throws IOException;

        long getAll(byte[][] keys);

        long walk() throws IOException;
    }

    @Parameters(
            defaultValue = "500000",
            paramLabel = "ENTRIES",
            description = "Entries of the memtable. Default: ${DEFAULT-VALUE}.")
    private int count;

    @Override
    public Integer call() throws IOException {
        int rounds = Math.max(5, OPERATIONS / count);
        System.out.printf(Locale.ROOT, "%,d entries of 16+%d bytes, best of %d rounds%n%n", count, VALUE, rounds);
        System.out.println("| keys | | insert, ns | get, ns | next, ns | allocated: insert, B | get, B | next, B |");
        System.out.println("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
        for (Keys kind : Keys.values()) {
            byte[][] keys = kind.of(count);
            byte[][] asked = shuffledCopy(keys);
            double[] ours = none();
            double[] theirs = none();
            for (int round = 0; round < rounds; round++) {
                measure(new Ours(), keys, asked, ours);
                measure(new Theirs(), keys, asked, theirs);
            }
            print(kind, "Memtable", ours);
            print(kind, "ConcurrentSkipListMap", theirs);
        }
        return 0;
    }

    /** Copies the keys in a different order, which is also their order in memory. */
    private static byte[][] shuffledCopy(byte[][] keys) {
        byte[][] copy = keys.clone();
        Collections.shuffle(Arrays.asList(copy), new Random(SEED + 1));
        Arrays.setAll(copy, i -> copy[i].clone());
        return copy;
    }

    private static double[] none() {
        double[] best = new double[6];
        Arrays.fill(best, Double.MAX_VALUE);
        return best;
    }

    private static void print(Keys kind, String name, double[] best) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f |%n",
                kind.name().toLowerCase(Locale.ROOT),
                name,
                best[0],
                best[1],
                best[2],
                best[3],
                best[4],
                best[5]);
    }

    private static void measure(Subject subject, byte[][] keys, byte[][] asked, double[] best) throws IOException {
        byte[] value = new byte[VALUE];
        System.gc();
        long[] at = new long[4];
        long[] bytes = new long[4];
        mark(0, at, bytes);
        subject.fill(keys, value);
        mark(1, at, bytes);
        long found = subject.getAll(asked);
        mark(2, at, bytes);
        long walked = subject.walk();
        mark(3, at, bytes);
        if (found != (long) keys.length * VALUE || walked != found + 16L * keys.length) {
            throw new IllegalStateException(subject.name() + ": " + found + " bytes found, " + walked + " walked over");
        }
        for (int i = 0; i < 3; i++) {
            best[i] = Math.min(best[i], (double) (at[i + 1] - at[i]) / keys.length);
            best[3 + i] = Math.min(best[3 + i], (double) (bytes[i + 1] - bytes[i]) / keys.length);
        }
    }

    private static void mark(int index, long[] at, long[] bytes) {
        bytes[index] = allocated();
        at[index] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static final class Ours implements Subject {
        private final Memtable memtable = new Memtable();

        @Override
        public String name() {
            return "Memtable";
        }

        @Override
        public void fill(byte[][] keys, byte[] value) {
            Slice bytes = Slice.of(value);
            long sequence = 0;
            for (byte[] key : keys) {
                memtable.add(++sequence, EntryType.PUT, Slice.of(key), bytes);
            }
        }

        @Override
        public long getAll(byte[][] keys) {
            long length = 0;
            for (byte[] key : keys) {
                Entry entry = memtable.get(Slice.of(key), InternalKey.MAX_SEQUENCE);
                length += entry.value().length();
            }
            return length;
        }

        @Override
        public long walk() throws IOException {
            long length = 0;
            InternalIterator iterator = memtable.iterator();
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                length += iterator.userKey().length() + iterator.value().length();
            }
            return length;
        }
    }

    private static final class Theirs implements Subject {
        private final ConcurrentSkipListMap<byte[], byte[]> map = new ConcurrentSkipListMap<>(Arrays::compareUnsigned);

        @Override
        public String name() {
            return "ConcurrentSkipListMap";
        }

        @Override
        public void fill(byte[][] keys, byte[] value) {
            for (byte[] key : keys) {
                map.put(key.clone(), value.clone());
            }
        }

        @Override
        public long getAll(byte[][] keys) {
            long length = 0;
            for (byte[] key : keys) {
                length += map.get(key).length;
            }
            return length;
        }

        @Override
        public long walk() {
            long length = 0;
            for (Map.Entry<byte[], byte[]> entry : map.entrySet()) {
                length += entry.getKey().length + entry.getValue().length;
            }
            return length;
        }
    }
}
