package io.narrows.lab.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpTallyTest {
    @Test
    void done_countsOperationsAndBytes() {
        OpTally tally = OpTally.timing(1);

        tally.start();
        tally.done(10);
        tally.done(3, 20);

        assertThat(tally.operations()).isEqualTo(4);
        assertThat(tally.bytes()).isEqualTo(30);
        assertThat(tally.nanos().getTotalCount()).as("calls").isEqualTo(2);
    }

    @Test
    void done_timingOneInFour_timesAQuarter() {
        OpTally tally = OpTally.timing(4);

        tally.start();
        for (int i = 0; i < 100; i++) {
            tally.done(1);
        }

        assertThat(tally.operations()).isEqualTo(100);
        assertThat(tally.nanos().getTotalCount()).isEqualTo(25);
    }

    @Test
    void note_ofLookedUpKeys_saysHowManyWereFound() {
        OpTally tally = OpTally.timing(1);
        tally.note("something else");

        tally.sought(1, 1);
        tally.sought(4, 2);

        assertThat(tally.note()).isEqualTo("(3 of 5 found)");
    }

    @Test
    void add_sumsUpThreads() {
        OpTally all = OpTally.timing(1);
        OpTally thread = OpTally.timing(1);
        thread.start();
        thread.done(5);
        thread.sought(1, 0);

        all.add(thread);
        all.add(thread);

        assertThat(all.operations()).isEqualTo(2);
        assertThat(all.bytes()).isEqualTo(10);
        assertThat(all.nanos().getTotalCount()).isEqualTo(2);
        assertThat(all.note()).isEqualTo("(0 of 2 found)");
    }
}
