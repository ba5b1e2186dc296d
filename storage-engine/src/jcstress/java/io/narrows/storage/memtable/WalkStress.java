package io.narrows.storage.memtable;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.Slice;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Keys 1 and 4 exist; 3 and then 2 are added during a scan forwards and then backwards. */
@JCStressTest
@Outcome(
        id = {"14, 41", "14, 431", "14, 4321", "134, 431", "134, 4321", "1234, 4321"},
        expect = Expect.ACCEPTABLE,
        desc = "in order, and no key is lost")
@Outcome(expect = Expect.FORBIDDEN, desc = "out of order, or a key that was seen is gone")
@State
public class WalkStress {
    private final Memtable memtable = new Memtable();

    public WalkStress() {
        add(1);
        add(4);
    }

    @Actor
    public void writer() {
        add(3);
        add(2);
    }

    @Actor
    public void reader(II_Result result) {
        MemtableIterator iterator = (MemtableIterator) memtable.iterator();
        for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
            result.r1 = 10 * result.r1 + digit(iterator);
        }
        for (iterator.seekToLast(); iterator.isValid(); iterator.prev()) {
            result.r2 = 10 * result.r2 + digit(iterator);
        }
    }

    private void add(int digit) {
        memtable.add(digit, EntryType.PUT, Slice.of(new byte[] {(byte) digit}), Slice.EMPTY);
    }

    private static int digit(InternalIterator iterator) {
        Slice key = iterator.userKey();
        return key.array()[key.offset()];
    }
}
