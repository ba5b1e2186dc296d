package io.narrows.proxy.admin;

import static io.narrows.proxy.support.AutoChoices.COSTS;
import static io.narrows.proxy.support.AutoChoices.ZSTD_1;
import static io.narrows.proxy.support.AutoChoices.ZSTD_9;
import static io.narrows.proxy.support.AutoChoices.config;
import static io.narrows.proxy.support.AutoChoices.first;
import static io.narrows.proxy.support.AutoChoices.later;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.auto.AutoChoice;
import io.narrows.proxy.auto.AutoState;
import io.narrows.proxy.auto.ProcessorUse;
import io.narrows.proxy.auto.SwitchReason;
import io.narrows.testkit.Json;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

final class AutoJsonTest {
    private static final String RULE = "policy: [{codec: auto}]\n";
    private static final AutoChoice MEASURED =
            later(first("b", TrafficClass.BULK, ZSTD_9, 1234.4), 60, SwitchReason.MEASURED, COSTS);

    @Test
    void processors_areThoseInUse_andTheBudget() {
        AutoState state = new AutoState(List.of(), new ProcessorUse(0.75, 0.6, 0.5, true));

        assertThat(render(RULE + "auto: {cpu-budget: 0.5}", state))
                .startsWith(
                        "{\"node\":\"a\",\"auto\":true,\"objective\":\"dollars\",\"cost_unit\":\"USD\",\"cpu_budget\":0.5,"
                                + "\"cpu_20ms\":0.75,\"cpu_10s\":0.5,\"over_budget\":true,\"choice_columns\":[\"peer\",\"class\",")
                .contains("\"choices\":[],")
                .endsWith("\"costs\":[]}");
    }

    @Test
    void choice_hasItsReasonAndTime_andEachCandidateItsCost() {
        assertThat(rendered(RULE, MEASURED))
                .containsEntry(
                        "choices",
                        List.of(List.of("b", "bulk", "zstd", 9, 1, "2026-11-27T01:03:03.456Z", "measured", 1234)))
                .containsEntry(
                        "costs",
                        List.of(List.of("b", "bulk", "zstd", 1, 2.0, 3.0), List.of("b", "bulk", "zstd", 9, 1.0, 30.0)));
    }

    @Test
    void firstChoice_hasNoReason_andNoCosts() {
        assertThat(rendered(RULE, first("b", TrafficClass.BULK, ZSTD_1, 0)))
                .containsEntry(
                        "choices", List.of(List.of("b", "bulk", "zstd", 1, 1, "2026-11-27T01:02:03.456Z", "", 0)))
                .containsEntry("costs", List.of());
    }

    @Test
    void costsOfAPeerAndClass_areThereOnce_alsoIfItsBusiestLinkWasNotMeasured() {
        AutoChoice busiest = first("b", TrafficClass.BULK, ZSTD_1, 1e6);

        assertThat(rendered(RULE, busiest, MEASURED, MEASURED))
                .extractingByKey("costs")
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(COSTS.size());
    }

    @Test
    void costs_areInTheUnitOfTheObjective() {
        assertThat(rendered(RULE + "auto: {objective: bytes}", MEASURED))
                .containsEntry("cost_unit", "bytes")
                .extractingByKey("costs")
                .asString()
                .contains("zstd, 9, 1.0, 30.0");
        assertThat(rendered(RULE + "auto: {objective: latency}", MEASURED))
                .containsEntry("cost_unit", "seconds")
                .extractingByKey("costs")
                .asString()
                .containsPattern("zstd, 9, 1(\\.0)?E-9, 30\\.0");
    }

    @Test
    void withoutSuchARule_theStateSaysSo() {
        assertThat(rendered("policy: [{codec: zstd}]")).containsEntry("auto", false);
    }

    private static Map<String, Object> rendered(String keys, AutoChoice... choices) {
        return Json.object(render(keys, new AutoState(List.of(choices), AutoState.NONE.use())));
    }

    private static String render(String keys, AutoState state) {
        return AutoJson.render(config(keys), state);
    }
}
