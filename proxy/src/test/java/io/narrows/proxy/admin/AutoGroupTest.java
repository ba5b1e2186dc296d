package io.narrows.proxy.admin;

import static io.narrows.proxy.support.AutoChoices.COSTS;
import static io.narrows.proxy.support.AutoChoices.START;
import static io.narrows.proxy.support.AutoChoices.ZSTD_1;
import static io.narrows.proxy.support.AutoChoices.ZSTD_9;
import static io.narrows.proxy.support.AutoChoices.first;
import static io.narrows.proxy.support.AutoChoices.later;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.auto.AutoChoice;
import io.narrows.proxy.auto.SwitchReason;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AutoGroupTest {
    private static final AutoChoice SLOW = first("b", TrafficClass.BULK, ZSTD_1, 10);
    private static final AutoChoice FAST = first("b", TrafficClass.BULK, ZSTD_1, 20);

    @Test
    void groups_areOfPeerClassAndCandidate_theBusiestFirst() {
        List<AutoGroup> groups = AutoGroup.of(List.of(
                first("c", TrafficClass.BULK, ZSTD_1, 1),
                SLOW,
                first("b", TrafficClass.REPLICATION, ZSTD_1, 1),
                first("b", TrafficClass.BULK, ZSTD_9, 25),
                FAST));

        assertThat(groups)
                .extracting(group -> group.peer() + " " + group.trafficClass() + " " + group.candidate() + " "
                        + group.links().size())
                .containsExactly("b bulk zstd:1 2", "b bulk zstd:9 1", "b replication zstd:1 1", "c bulk zstd:1 1");
        assertThat(groups.get(0).bytesPerSecond()).isEqualTo(30);
    }

    @Test
    void sinceAndReason_areThoseOfTheLatestLink() {
        AutoGroup group = only(
                List.of(later(SLOW, 5, SwitchReason.CPU, COSTS), later(FAST, 9, SwitchReason.RECOVERED, COSTS), FAST));

        assertThat(group.since()).isEqualTo(START.plusSeconds(9));
        assertThat(group.reason()).isEqualTo("recovered");
    }

    @Test
    void firstChoice_hasNoReason() {
        assertThat(only(List.of(SLOW)).reason()).isEmpty();
    }

    @Test
    void costs_areThoseOfTheBusiestLinkThatWasMeasured() {
        AutoChoice measured = later(SLOW, 1, SwitchReason.MEASURED, COSTS);
        AutoChoice slower =
                later(first("b", TrafficClass.BULK, ZSTD_1, 5), 1, SwitchReason.MEASURED, List.of(COSTS.get(0)));

        assertThat(only(List.of(slower, measured, FAST)).costs()).isEqualTo(COSTS);
        assertThat(only(List.of(FAST)).costs()).isEmpty();
    }

    private static AutoGroup only(List<AutoChoice> choices) {
        List<AutoGroup> groups = AutoGroup.of(choices);
        assertThat(groups).hasSize(1);
        return groups.get(0);
    }
}
