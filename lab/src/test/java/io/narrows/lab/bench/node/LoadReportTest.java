package io.narrows.lab.bench.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.narrows.lab.load.LatencyFigures;
import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.load.Operation;
import io.narrows.lab.load.WatchFigures;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadReportTest {
    private static final LoadFigures FIGURES = new LoadFigures(
            10,
            counts(7_000),
            counts(3),
            2,
            Map.of("UNAVAILABLE", 12L),
            123_456_789_000L,
            5_000_000,
            new LatencyFigures(35_000, 0.0012, 0.0155, 12.5, 98.7654321),
            new LatencyFigures(14_000, 0.0005, 0.001, 0.002, 0.003),
            new LatencyFigures(7_000, 0.0004, 0.0006, 0.0007, 0.0008),
            new WatchFigures(3, 35_000, 1, 4, new LatencyFigures(34_999, 0, 0.0001, 0.0002, 0.05)),
            1234.5);

    @Test
    void table_showsEverything_inEightyColumns() {
        List<String> lines = LoadTable.lines(FIGURES);

        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
        assertThat(lines.subList(0, 12)).allSatisfy(line -> assertThat(line).hasSizeLessThan(80));
        assertThat(lines)
                .contains("writes        35000     3500.0       15      1.20     15.50  12500.00  98765.43")
                .contains("reads         14000     1400.0        6      0.50      1.00      2.00      3.00")
                .contains("list           7000      700.0        3")
                .contains("keep-alive     7000      700.0        3      0.40      0.60      0.70      0.80")
                .contains(
                        "3 watches received 35000 events, 1 missing, 4 interruptions; delay p50 0.00, p99 0.10, max 50.00 ms")
                .contains("2 writes had already been applied by an earlier attempt whose response was lost")
                .contains("UNAVAILABLE: 12 attempts");
    }

    @Test
    void json_hasEverything() throws IOException {
        StringWriter out = new StringWriter();

        LoadJson.write(FIGURES, new PrintWriter(out));

        assertThat(out.toString()).endsWith("}\n");
        assertThat(parse(out.toString()))
                .containsEntry("seconds", "10.000")
                .containsEntry("writes_per_second", "3500.0")
                .containsEntry("write_count", "35000")
                .containsEntry("write_p99_micros", "15500.0")
                .containsEntry("read_max_micros", "3000.0")
                .containsEntry("keep_alive_count", "7000")
                .containsEntry("keep_alive_p99_micros", "600.0")
                .containsEntry("done.update", "7000")
                .containsEntry("done.keep_alive", "7000")
                .containsEntry("failed.renew", "3")
                .containsEntry("errors.UNAVAILABLE", "12")
                .containsEntry("conflicts", "2")
                .containsEntry("written_bytes", "123456789000")
                .containsEntry("watch_events", "35000")
                .containsEntry("watch_events_missing", "1")
                .containsEntry("watch_lag_p99_micros", "100.0")
                .containsEntry("cpu_seconds", "1234.500");
    }

    private static Map<Operation, Long> counts(long each) {
        Map<Operation, Long> counts = new EnumMap<>(Operation.class);
        for (Operation operation : Operation.values()) {
            counts.put(operation, each);
        }
        return counts;
    }

    /** Parses fields, those of inner objects as {@code outer.inner}. */
    private static Map<String, String> parse(String text) throws IOException {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser json = new JsonFactory().createParser(text)) {
            String outer = "";
            while (json.nextToken() != null) {
                if (json.currentToken() == JsonToken.START_OBJECT && json.currentName() != null) {
                    outer = json.currentName() + ".";
                } else if (json.currentToken() == JsonToken.END_OBJECT) {
                    outer = "";
                } else if (json.currentToken().isScalarValue()) {
                    fields.put(outer + json.currentName(), json.getText());
                }
            }
        }
        return fields;
    }
}
