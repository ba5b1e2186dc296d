package io.narrows.storage.memtable;

import io.narrows.storage.Entry;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A key is added and overwritten, each time in a new array. A reader that finds an entry sees it complete, and never an
 * older one later.
 */
@JCStressTest
@Outcome(
        id = {"0, 0, 0", "0, 0, 1", "0, 0, 2", "0, 1, 1", "0, 1, 2", "0, 2, 2"},
        expect = Expect.ACCEPTABLE,
        desc = "nothing at first")
@Outcome(
        id = {"1, 1, 1", "1, 1, 2", "1, 2, 2", "2, 2, 2"},
        expect = Expect.ACCEPTABLE,
        desc = "the first or the second one")
@Outcome(expect = Expect.FORBIDDEN, desc = "part of an entry, or an older one than before")
@State
public class PublicationStress {
    private static final int LENGTH = 5000;
    private static final Slice KEY = Slice.of("key");
    private static final Slice[] VALUES = {filled(0), filled(1), filled(2)};

    private final Memtable memtable = new Memtable();

    @Actor
    public void writer() {
        memtable.add(1, EntryType.PUT, KEY, VALUES[1]);
        memtable.add(2, EntryType.PUT, KEY, VALUES[2]);
    }

    @Actor
    public void reader(III_Result result) {
        result.r1 = read();
        result.r2 = read();
        result.r3 = read();
    }

    /** Returns the sequence number of the entry; 0 if there is none, -1 if it is incomplete. */
    private int read() {
        Entry entry = memtable.get(KEY, 9);
        if (entry == null) {
            return 0;
        }
        int sequence = (int) entry.sequence();
        boolean whole = entry.type() == EntryType.PUT
                && sequence < VALUES.length
                && entry.value().equals(VALUES[sequence]);
        return whole ? sequence : -1;
    }

    private static Slice filled(int content) {
        byte[] value = new byte[LENGTH];
        Arrays.fill(value, (byte) content);
        return Slice.of(value);
    }
}
