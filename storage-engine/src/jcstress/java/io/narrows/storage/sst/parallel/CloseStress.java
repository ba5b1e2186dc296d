package io.narrows.storage.sst.parallel;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The output that the emitter sees when close returns is final: a prefix of all blocks. */
@JCStressTest
@Outcome(
        id = {"0, 0", "1, 1", "12, 12", "123, 123"},
        expect = Expect.ACCEPTABLE,
        desc = "nothing ran after close")
@Outcome(expect = Expect.FORBIDDEN, desc = "a stage ran after close, or out of order")
@State
public class CloseStress {
    private final Digits digits = new Digits();

    @Actor
    public void emitter(II_Result result) {
        digits.emit(1, 3);
        digits.close();
        result.r1 = digits.written;
    }

    @Actor
    public void worker() {
        digits.help();
    }

    @Arbiter
    public void later(II_Result result) {
        result.r2 = digits.written;
    }
}
