package io.narrows.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonReportTest {
    private final StringWriter text = new StringWriter();
    private final JsonReport report = new JsonReport(new PrintWriter(text));

    @Test
    void tried_isALineForEachPolicy_withItsLinks() {
        report.tried(List.of(Sample.figures("none", true)), 0);
        report.tried(List.of(Sample.figures("none", true), Sample.figures("lz4", false)), 0);

        List<Map<String, Object>> lines = lines();
        assertThat(lines).extracting(line -> line.get("policy")).containsExactly("none", "lz4");
        assertThat(lines.get(0))
                .containsEntry("event", "policy")
                .containsEntry("app_bytes", 20_100_000)
                .containsEntry("wire_bytes", 6_145_000)
                .containsEntry("packets", 12_000)
                .containsEntry("store_cpu_cores", 0.45);
        assertThat((List<?>) lines.get(0).get("links")).hasSize(2);
        assertThat((List<?>) lines.get(0).get("classes")).hasSize(4);
        assertThat(lines.get(1)).containsEntry("packets", null);
    }

    @Test
    void begin_showsAllLocations() throws Exception {
        Layout layout = Layout.in(Path.of("nowhere"));

        report.begin(layout);

        assertThat(lines().get(0).get("members").toString())
                .contains("us-east-1b", layout.endpoints().get(2).toString());
    }

    private List<Map<String, Object>> lines() {
        return text.toString().lines().map(Json::object).toList();
    }
}
