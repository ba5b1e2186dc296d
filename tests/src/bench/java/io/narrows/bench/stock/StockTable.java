package io.narrows.bench.stock;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * TPC-C's table STOCK as stored in a file of YugabyteDB, entry by entry in key order. The rows follow the specification
 * (TPC-C 5.11, clause 4.3.3.1). Types and primary key are those of yugabyte/tpcc ({@code SchemaManager.java}):
 * {@code PRIMARY KEY (s_w_id HASH, s_i_id ASC)}, rows not packed, so that a row has 16 entries:
 *
 * <pre>
 * key:   'G' hash of s_w_id: 2, 'H' s_w_id: 4, '!', 'H' s_i_id: 4, '!', 'J' or 'K' column: 1, '#' time of commit: 10 to 12
 * value: ['#' time of the intent: 10 to 12,] type, value of the column
 * </pre>
 *
 * The load is that of yugabyte/tpcc: 128 rows per transaction, which is applied as one batch, so that sequence numbers
 * ascend within it; transactions of the warehouses alternate. A value contains the time of its intent until a compaction
 * finds that no reader needs it any longer (YugabyteDB's issue 4535). Keys and values are valid until the next move. Not
 * thread-safe.
 */
final class StockTable {
    static final int ITEMS = 100_000;
    static final int ENTRIES_OF_A_ROW = 16;
    private static final int ROWS_OF_A_TRANSACTION = 128;
    private static final int DISTRICT_LENGTH = 24;

    /** Column ids count from 0, including those of the key. */
    private static final int FIRST_COLUMN = 2;

    /** The time in the example of YugabyteDB's description of its key encodings: October 2021. */
    private static final long BEGIN_MICROS = 1_634_209_096_289_349L;

    private static final long MICROS_OF_A_TRANSACTION = 2_000;
    private static final long MICROS_TO_COMMIT = 40_000;

    private final int[] warehouses;
    private final boolean compacted;
    private final StockStrings strings;
    private final long seed;

    private final byte[] key = new byte[64];
    private final byte[] value = new byte[128];
    private int keyLength;
    private int valueLength;
    private long sequence;

    private int warehouse = -1;
    private int item = ITEMS;
    private int entry = ENTRIES_OF_A_ROW - 1;
    private int rowKeyLength;
    private long intentMicros;
    private long commitMicros;
    private SplittableRandom random;

    /**
     * @param warehouses 1 or more, of {@link #ITEMS} rows each
     * @param compacted whether the times of intents were removed
     * @param letters alphabet of the strings
     */
    StockTable(int warehouses, boolean compacted, byte[] letters, long seed) {
        this.warehouses = IntStream.rangeClosed(1, warehouses)
                .boxed()
                .sorted(Comparator.comparing(DocDbHash::ofInt).thenComparing(id -> id))
                .mapToInt(id -> id)
                .toArray();
        this.compacted = compacted;
        this.strings = new StockStrings(letters);
        this.seed = seed;
    }

    /** Moves to the next entry, the first call to the first one; returns false if there is none. */
    boolean next() {
        if (++entry == ENTRIES_OF_A_ROW && !nextRow()) {
            return false;
        }
        int id = warehouses[warehouse];
        int transaction = (item - 1) / ROWS_OF_A_TRANSACTION * warehouses.length + id - 1;
        int write = (item - 1) % ROWS_OF_A_TRANSACTION * ENTRIES_OF_A_ROW + entry;
        sequence = 1 + (long) transaction * ROWS_OF_A_TRANSACTION * ENTRIES_OF_A_ROW + write;
        int columnEnd = entry == 0
                ? DocDb.putLivenessColumn(key, rowKeyLength)
                : DocDb.putColumn(key, rowKeyLength, FIRST_COLUMN + entry - 1);
        keyLength = DocDb.putHybridTime(key, columnEnd, commitMicros, write);
        int at = compacted ? 0 : DocDb.putHybridTime(value, 0, intentMicros, write);
        valueLength = putColumnValue(at);
        return true;
    }

    private boolean nextRow() {
        entry = 0;
        if (item == ITEMS) {
            if (warehouse + 1 == warehouses.length) {
                entry = ENTRIES_OF_A_ROW - 1;
                return false;
            }
            warehouse++;
            item = 0;
            random = new SplittableRandom(seed + warehouses[warehouse]);
        }
        if (item++ % ROWS_OF_A_TRANSACTION == 0) {
            long transaction =
                    (long) (item - 1) / ROWS_OF_A_TRANSACTION * warehouses.length + warehouses[warehouse] - 1;
            intentMicros =
                    BEGIN_MICROS + transaction * MICROS_OF_A_TRANSACTION + random.nextLong(MICROS_OF_A_TRANSACTION);
            commitMicros = intentMicros + random.nextLong(MICROS_TO_COMMIT / 2, MICROS_TO_COMMIT);
        }
        rowKeyLength = DocDb.putRowKey(key, 0, warehouses[warehouse], item);
        return true;
    }

    /** In the order of the table's columns: quantity, ytd, order_cnt, remote_cnt, data, dist_01 to dist_10. */
    private int putColumnValue(int at) {
        return switch (entry) {
            case 0 -> DocDb.putNullValue(value, at);
            case 1 -> DocDb.putDecimalValue(value, at, random.nextInt(10, 101));
            case 2 -> DocDb.putDecimalValue(value, at, 0);
            case 3, 4 -> DocDb.putIntValue(value, at, 0);
            case 5 -> strings.putData(value, DocDb.putStringType(value, at), random);
            default -> strings.put(value, DocDb.putStringType(value, at), DISTRICT_LENGTH, random);
        };
    }

    /** Returns an array that starts with the user key. */
    byte[] key() {
        return key;
    }

    int keyLength() {
        return keyLength;
    }

    /** Returns an array that starts with the value. */
    byte[] value() {
        return value;
    }

    int valueLength() {
        return valueLength;
    }

    long sequence() {
        return sequence;
    }
}
