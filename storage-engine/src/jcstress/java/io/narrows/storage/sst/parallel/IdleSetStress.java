package io.narrows.storage.sst.parallel;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A ring takes the only sleeping worker while it is about to end: it either ends, or gets the ring, never both. */
@JCStressTest
@Outcome(id = "5, 0", expect = Expect.ACCEPTABLE, desc = "the ring has it")
@Outcome(id = "-1, 1", expect = Expect.ACCEPTABLE, desc = "it ends")
@Outcome(expect = Expect.FORBIDDEN, desc = "it ends with a ring in hand, or sleeps for good")
@State
public class IdleSetStress {
    private final IdleSet idle = new IdleSet();

    public IdleSetStress() {
        idle.add(5);
    }

    @Actor
    public void ring(II_Result result) {
        result.r1 = idle.take();
    }

    @Actor
    public void worker(II_Result result) {
        result.r2 = idle.remove(5) ? 1 : 0;
    }
}
