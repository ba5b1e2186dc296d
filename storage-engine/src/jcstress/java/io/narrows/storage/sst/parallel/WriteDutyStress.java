package io.narrows.storage.sst.parallel;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two workers and a full ring, without an emitter to finish their work: any worker that can write next does. */
@JCStressTest
@Outcome(id = "1234", expect = Expect.ACCEPTABLE, desc = "all written in order")
@Outcome(expect = Expect.FORBIDDEN, desc = "left behind, twice, out of order or not seen")
@State
public class WriteDutyStress {
    private final Digits digits = new Digits();

    public WriteDutyStress() {
        digits.emit(1, 4);
        digits.attach();
        digits.attach();
    }

    @Actor
    public void worker() {
        digits.work();
    }

    @Actor
    public void otherWorker() {
        digits.work();
    }

    @Arbiter
    public void written(I_Result result) {
        result.r1 = digits.written;
    }
}
