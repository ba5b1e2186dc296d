package io.narrows.proxy.admin;

import static io.narrows.proxy.support.AutoChoices.COSTS;
import static io.narrows.proxy.support.AutoChoices.ZSTD_1;
import static io.narrows.proxy.support.AutoChoices.ZSTD_9;
import static io.narrows.proxy.support.AutoChoices.config;
import static io.narrows.proxy.support.AutoChoices.first;
import static io.narrows.proxy.support.AutoChoices.later;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.auto.AutoChoice;
import io.narrows.proxy.auto.AutoState;
import io.narrows.proxy.auto.SwitchReason;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AutoTextTest {
    private static final String RULE = "policy: [{codec: auto}]\n";
    private static final AutoChoice FIRST = first("b", TrafficClass.BULK, ZSTD_1, 1);
    private static final AutoChoice MEASURED =
            later(first("b", TrafficClass.BULK, ZSTD_9, 2), 60, SwitchReason.MEASURED, COSTS);

    @Test
    void linksInUse_areInLines_andThenTheCosts_theLowestFirst() {
        assertThat(text(RULE, MEASURED, MEASURED, FIRST)).isEqualTo("""
                chosen       zstd:9 on 2 links since 2026-11-27T01:03:03Z, reason: measured
                chosen       zstd:1 on 1 link since 2026-11-27T01:02:03Z, the first choice
                measured     USD per GB: zstd:9 1.000, zstd:1 2.000
                """);
    }

    @Test
    void beforeAMeasurement_thereAreNoCosts() {
        assertThat(text(RULE, FIRST)).hasLineCount(1).startsWith("chosen       zstd:1 on 1 link since ");
    }

    @Test
    void costs_areInTheUnitOfTheObjective() {
        assertThat(text(RULE + "auto: {objective: latency}", MEASURED)).contains("seconds per GB: zstd:9 1.000e-09, ");
    }

    @Test
    void otherPeersAndClasses_areLeftOut() {
        assertThat(text(
                        RULE,
                        first("c", TrafficClass.BULK, ZSTD_1, 1),
                        first("b", TrafficClass.REPLICATION, ZSTD_1, 1)))
                .isEmpty();
    }

    private static String text(String keys, AutoChoice... choices) {
        AutoState state = new AutoState(List.of(choices), AutoState.NONE.use());
        return AutoText.of(config(keys), state, new PeerId("b"), TrafficClass.BULK);
    }
}
