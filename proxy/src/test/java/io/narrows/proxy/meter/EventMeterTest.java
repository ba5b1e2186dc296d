package io.narrows.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.proto.Refusal;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EventMeterTest {
    private static final PeerId B = new PeerId("b");
    private static final PeerId C = new PeerId("c");

    /** Overload frames under both names, frames of level 0, contexts that did not begin empty, dictionaries and their bytes, pauses, fallbacks. */
    private static final int COUNTERS_WITHOUT_REASON = 11;

    private final EventMeter meter = new EventMeter();

    @Test
    void linkedPeer_hasEveryCounterOfEveryReasonAtZero() {
        meter.linked(B);

        assertThat(points())
                .hasSize(COUNTERS_WITHOUT_REASON
                        + RawReason.values().length
                        + StepDownReason.values().length
                        + Failure.values().length
                        + HelloRefusal.values().length)
                .allSatisfy(point -> {
                    assertThat(point.getLabels().get("peer")).isEqualTo("b");
                    assertThat(point.getValue()).isZero();
                });
    }

    @Test
    void stranger_hasNoCountersOfLinks() {
        meter.failure(EventMeter.UNKNOWN_PEER, Failure.TLS, "no certificate");

        assertThat(points()).hasSize(Failure.values().length);
    }

    @ParameterizedTest
    @EnumSource
    void everyReasonOfTheProtocolIsCounted(Refusal.Reason reason) {
        assertThat(HelloRefusal.valueOf(reason.name())).isNotNull();
    }

    @Test
    void overloadFrames_haveTheirFormerNameToo() {
        meter.overloadFrames(B).add(3);

        assertThat(new EventMetrics(meter).collect().stream())
                .filteredOn(family -> family.getMetadata().getName().matches("narrows_(overload|late)_frames"))
                .hasSize(2)
                .allSatisfy(family -> assertThat(((CounterSnapshot) family).getDataPoints())
                        .singleElement()
                        .extracting(CounterDataPointSnapshot::getValue)
                        .isEqualTo(3.0));
    }

    @Test
    void countsByReason_haveWhatOccurred_mostFrequentFirst() {
        meter.linked(new PeerId("a"));
        meter.failure(B, Failure.TLS, null);
        meter.failure(C, Failure.LINK_CUT, null);
        meter.failure(C, Failure.LINK_CUT, null);
        meter.stepDown(C, StepDownReason.CPU);

        assertThat(meter.failureCounts())
                .containsExactly(new ReasonCount("link-cut", C, 2), new ReasonCount("tls", B, 1));
        assertThat(meter.stepDownCounts()).containsExactly(new ReasonCount("cpu", C, 1));
        assertThat(meter.rawFrameCounts()).isEmpty();
    }

    private List<CounterDataPointSnapshot> points() {
        return new EventMetrics(meter)
                .collect().stream()
                        .flatMap(family -> ((CounterSnapshot) family).getDataPoints().stream())
                        .toList();
    }
}
