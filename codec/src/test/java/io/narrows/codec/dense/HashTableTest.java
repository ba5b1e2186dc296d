package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HashTableTest {
    private static final int PIECE = 60_000;

    private final ArrayPool arrays = new ArrayPool(0);
    private final History history = new History(18, arrays);
    private final HashTable table = new HashTable(11, 16, arrays);

    @BeforeEach
    void begin() {
        write();
    }

    @Test
    void fit_keepsAllEntries() {
        int[] places = new int[1 << 11];
        insert(history.from(), history.end() - 8);
        for (int at = history.from(); at < history.end() - 8; at++) {
            places[(int) (hash(at) >>> 64 - 11)] = at;
        }

        write();
        table.fit(history, false);

        assertThat(table.memoryBytes()).isEqualTo(4L << 14);
        for (int at : places) {
            assertThat(table.get(hash(at))).isEqualTo(at);
        }
    }

    @Test
    void fit_littleContent_leavesTheTableAsItIs() {
        table.fit(history(PIECE / 4), false);

        assertThat(table.memoryBytes()).isEqualTo(4L << 11);
    }

    /** The window grows beyond 256 KiB with an earlier piece, so that one piece need not wait for both. */
    @Test
    void fit_moreThan320KiB_growsToTheMaximum() {
        History large = new History(20, arrays);
        HashTable other = new HashTable(11, 18, arrays);
        for (int i = 0; i < 5; i++) {
            large.begin(History.PIECE);
        }
        other.fit(large, false);
        assertThat(other.memoryBytes()).isEqualTo(4L << 16);

        large.begin(1);
        other.fit(large, false);

        assertThat(other.memoryBytes()).isEqualTo(4L << 18);
    }

    @Test
    void fit_pastASmallWindow_growsToTheMaximum() {
        History small = new History(17, arrays);
        HashTable other = new HashTable(11, 16, arrays);
        small.begin(PIECE);
        small.begin(PIECE);
        small.begin(PIECE);
        other.fit(small, false);
        assertThat(other.memoryBytes()).isEqualTo(4L << 15);

        small.begin(1);
        other.fit(small, false);

        assertThat(small.lap()).isPositive();
        assertThat(other.memoryBytes()).isEqualTo(4L << 16);
    }

    @Test
    void fit_learntContent_growsFurther() {
        table.fit(history(PIECE / 4), true);

        assertThat(table.memoryBytes()).isEqualTo(4L << 13);
    }

    @Test
    void clear_afterGrowth_removesAllEntries() {
        insert(history.from(), history.from() + 500);
        table.fit(history, false);
        assertThat(table.memoryBytes()).isEqualTo(4L << 13);

        table.clear(history.bytes(), history.from() + 500);

        for (int at = history.from(); at < history.from() + 500; at++) {
            assertThat(table.get(hash(at))).isNotEqualTo(at);
        }
    }

    private void insert(int from, int to) {
        for (int at = from; at < to; at++) {
            table.put(hash(at), at);
        }
    }

    private History history(int length) {
        History other = new History(18, arrays);
        other.begin(length);
        return other;
    }

    private void write() {
        byte[] content = new byte[PIECE];
        new Random(history.end()).nextBytes(content);
        int from = history.begin(PIECE);
        System.arraycopy(content, 0, history.bytes(), from, PIECE);
    }

    private long hash(int at) {
        return HashTable.hash(Words.at(history.bytes(), at));
    }
}
