package io.narrows.proxy.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.codec.CodecSpec;
import io.narrows.config.AutoSettings;
import io.narrows.config.Config;
import io.narrows.config.Objective;
import io.narrows.proxy.auto.AutoState;
import io.narrows.proxy.auto.CandidateCost;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Renders the choices of {@code codec: auto} as JSON: the processors that the process uses, a row for each peer, class and codec in
 * use, and a row for each measured candidate of a peer and class.
 */
final class AutoJson {
    private static final String[] CHOICES = {
        "peer", "class", "codec", "level", "links", "since", "reason", "app_bytes_per_second"
    };
    private static final String[] COSTS = {"peer", "class", "codec", "level", "cost_per_gb", "codec_seconds_per_gb"};

    private static final double GIGABYTE = 1e9;
    private static final double NANOS_PER_SECOND = 1e9;

    private AutoJson() {}

    static String render(Config config, AutoState state) {
        AutoSettings settings = config.auto();
        List<AutoGroup> groups = AutoGroup.of(state.choices());
        return JsonText.of(json -> {
            json.writeStartObject();
            json.writeStringField("node", config.node().id().value());
            json.writeBooleanField("auto", config.usesAuto());
            json.writeStringField("objective", settings.objective().label());
            json.writeStringField("cost_unit", unit(settings.objective()));
            json.writeNumberField("cpu_budget", settings.cpuBudget());
            json.writeNumberField("cpu_20ms", state.use().now());
            json.writeNumberField("cpu_10s", state.use().average());
            json.writeBooleanField("over_budget", state.use().exceedsBudget());
            json.writeFieldName("choice_columns");
            json.writeArray(CHOICES, 0, CHOICES.length);
            json.writeArrayFieldStart("choices");
            for (AutoGroup group : groups) {
                writeChoice(json, group);
            }
            json.writeEndArray();
            json.writeFieldName("cost_columns");
            json.writeArray(COSTS, 0, COSTS.length);
            json.writeArrayFieldStart("costs");
            Set<List<String>> written = new HashSet<>();
            for (AutoGroup group : groups) {
                List<CandidateCost> costs = group.costs();
                if (!costs.isEmpty()
                        && written.add(List.of(
                                group.peer().value(), group.trafficClass().name()))) {
                    for (CandidateCost cost : costs) {
                        writeCost(json, group, settings.objective(), cost);
                    }
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    /** Returns the unit of costs, for each gigabyte that an application sends. */
    static String unit(Objective objective) {
        return switch (objective) {
            case DOLLARS -> "USD";
            case BYTES -> "bytes";
            case LATENCY -> "seconds";
        };
    }

    /** Returns the cost of a gigabyte that an application sends, in {@link #unit}. */
    static double perGigabyte(Objective objective, CandidateCost cost) {
        double perGigabyte = cost.perByte() * GIGABYTE;
        return objective == Objective.LATENCY ? perGigabyte / NANOS_PER_SECOND : perGigabyte;
    }

    private static void writeChoice(JsonGenerator json, AutoGroup group) throws IOException {
        json.writeStartArray();
        writeKind(json, group, group.candidate());
        json.writeNumber(group.links().size());
        json.writeString(group.since().toString());
        json.writeString(group.reason());
        json.writeNumber(Math.round(group.bytesPerSecond()));
        json.writeEndArray();
    }

    private static void writeCost(JsonGenerator json, AutoGroup group, Objective objective, CandidateCost cost)
            throws IOException {
        json.writeStartArray();
        writeKind(json, group, cost.candidate());
        json.writeNumber(perGigabyte(objective, cost));
        JsonText.writeRounded(json, cost.cpuNanosPerByte() * GIGABYTE / NANOS_PER_SECOND);
        json.writeEndArray();
    }

    private static void writeKind(JsonGenerator json, AutoGroup group, CodecSpec codec) throws IOException {
        json.writeString(group.peer().value());
        json.writeString(group.trafficClass().name());
        json.writeString(codec.codec().label());
        json.writeNumber(codec.level());
    }
}
