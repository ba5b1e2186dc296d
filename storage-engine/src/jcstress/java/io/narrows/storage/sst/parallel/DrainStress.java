package io.narrows.storage.sst.parallel;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** More blocks than slots: after drain the emitter sees all of them, each once, in order, whichever thread wrote them. */
@JCStressTest
@Outcome(id = "123456", expect = Expect.ACCEPTABLE, desc = "all written in order")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost, twice, out of order or not seen")
@State
public class DrainStress {
    private final Digits digits = new Digits();

    @Actor
    public void emitter(I_Result result) {
        digits.emit(1, 6);
        digits.drain();
        result.r1 = digits.written;
    }

    @Actor
    public void worker() {
        digits.help();
    }
}
