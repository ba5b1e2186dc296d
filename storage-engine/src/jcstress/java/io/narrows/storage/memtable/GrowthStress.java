package io.narrows.storage.memtable;

import io.narrows.storage.Slice;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The directories of arrays grow while a reader uses an address from before. A directory published by a plain store without
 * a final field could show nulls to that reader on ARM; x86 keeps stores in order, so this cannot fail there.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the first entry and the first node, whole")
@Outcome(expect = Expect.FORBIDDEN, desc = "an array that was there before is missing from the longer directory")
@State
public class GrowthStress {
    private static final Slice KEY = Slice.of(new byte[] {1});

    /** Does not fit into the first array; the second has room for one, the third for the rest. */
    private static final Slice VALUE = Slice.of(new byte[5000]);

    /** Too many for the first array; the second has room for fewer than three times as many. */
    private static final int NODES = 130;

    private final EntryArena arena = new EntryArena();
    private final Nodes nodes = new Nodes();
    private final long entry = arena.store(7, KEY, Slice.EMPTY);
    private final int node = nodes.add(7, entry, Nodes.NONE, 1);

    public GrowthStress() {
        arena.store(8, KEY, VALUE);
        for (int i = 0; i < NODES; i++) {
            nodes.add(8, 0, Nodes.NONE, 1);
        }
    }

    @Actor
    public void writer() {
        arena.store(9, KEY, VALUE);
        arena.store(10, KEY, VALUE);
        for (int i = 0; i < 2 * NODES; i++) {
            nodes.add(9, 0, Nodes.NONE, 1);
        }
    }

    @Actor
    public void reader(II_Result result) {
        result.r1 = entryIsWhole() ? 1 : 0;
        result.r2 = nodeIsWhole() ? 1 : 0;
    }

    private boolean entryIsWhole() {
        try {
            return arena.trailer(entry) == 7;
        } catch (NullPointerException e) {
            return false;
        }
    }

    private boolean nodeIsWhole() {
        try {
            return nodes.number(node) == 7 && nodes.address(node) == entry;
        } catch (NullPointerException e) {
            return false;
        }
    }
}
