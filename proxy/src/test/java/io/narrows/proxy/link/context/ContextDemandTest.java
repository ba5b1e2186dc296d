package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.ContextStep;
import io.narrows.codec.ContextSteps;
import io.narrows.proxy.link.context.ContextDemand.End;
import io.narrows.proxy.memory.WindowCosts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the memory that a decoder of dense with a window of 4 MiB gets under each limit. */
final class ContextDemandTest {
    private static final CodecSpec DENSE = CodecSpec.of(Codec.DENSE, 2);
    private static final List<ContextStep> STEPS = ContextSteps.of(DENSE);
    private static final long FIRST = STEPS.get(0).decoderBytes();
    private static final long SECOND = STEPS.get(1).decoderBytes();
    private static final long WHOLE = ContextSizes.decoder(DENSE);
    private static final long SMALLEST = ContextSizes.decoder(DENSE.withWindowLog(WindowCosts.SMALLEST_LOG));

    private final ContextDemand quiet = ContextDemand.inSteps(DENSE, End.RECEIVER, 1);
    private final ContextDemand busy = ContextDemand.inSteps(DENSE, End.RECEIVER, 0);

    @Test
    void strictestLimit_givesTheFirstStep_andTheSmallestWindowToThoseThatAskForMore_whileMemoryIsFree() {
        WindowCosts costs = busy.costs();
        assertThat(costs.under(WindowCosts.LEAST_LIMIT)).isEqualTo(FIRST);
        assertThat(costs.most(WindowCosts.LEAST_LIMIT)).isEqualTo(SMALLEST);
        assertThat(busy.windowLog(WindowCosts.LEAST_LIMIT)).isEqualTo(WindowCosts.SMALLEST_LOG);

        assertThat(quiet.costs().under(WindowCosts.LEAST_LIMIT)).isEqualTo(FIRST);
        assertThat(quiet.costs().most(WindowCosts.LEAST_LIMIT)).isEqualTo(FIRST);
        assertThat(quiet.windowLog(WindowCosts.LEAST_LIMIT)).isEqualTo(22);
    }

    @Test
    void limitOfWindows_givesWhatIsAskedFor_andTheSecondStepWhileMemoryIsFree() {
        assertThat(quiet.costs().under(WindowCosts.LARGEST_LOG)).isEqualTo(FIRST);
        assertThat(quiet.costs().most(WindowCosts.LARGEST_LOG)).isEqualTo(SECOND);
        assertThat(busy.costs().most(20))
                .isEqualTo(busy.costs().under(20))
                .isEqualTo(ContextSizes.decoder(DENSE.withWindowLog(20)));
        assertThat(busy.windowLog(20)).isEqualTo(20);
    }

    @Test
    void loosestLimits_giveMoreThanIsAskedFor() {
        assertThat(quiet.costs().under(WindowCosts.AHEAD_LIMIT)).isEqualTo(SECOND);
        assertThat(quiet.costs().under(WindowCosts.WHOLE_LIMIT)).isEqualTo(WHOLE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void memoryNeverDecreases_withTheLimit_atAnyLevel(int level) {
        for (int log = 15; log <= 24; log++) {
            CodecSpec spec = CodecSpec.of(Codec.DENSE, level).withWindowLog(log);
            for (End end : End.values()) {
                for (long asked : new long[] {0, 1, FIRST + 1, SECOND, SECOND + 1}) {
                    WindowCosts costs = ContextDemand.inSteps(spec, end, asked).costs();
                    for (int limit = WindowCosts.LEAST_LIMIT; limit <= WindowCosts.WHOLE_LIMIT; limit++) {
                        assertThat(costs.most(limit)).isBetween(costs.under(limit), end.bytes(spec));
                        if (limit > WindowCosts.LEAST_LIMIT) {
                            assertThat(costs.under(limit)).isGreaterThanOrEqualTo(costs.under(limit - 1));
                        }
                    }
                }
            }
        }
    }
}
