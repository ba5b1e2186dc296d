package io.narrows.proxy.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.codec.PackedFormat;
import io.narrows.config.Compression;
import io.narrows.config.Config;
import io.narrows.config.Location;
import io.narrows.config.Traffic;
import io.narrows.proxy.meter.AnnouncedPlaces;
import io.narrows.proxy.sample.WhatIfEstimate;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/**
 * Renders what other codecs and levels would do with sent traffic as JSON: the tariff, the names of the columns, then a row for
 * each peer, class and candidate, without {@code unpack} and with it. Dollars are those of the sampled bytes, and of the processor time
 * of both ends. A row with {@code unpack} has the formats of the rule in force, or if that unpacks none, those in which something was found.
 */
final class WhatIfJson {
    private static final String[] COLUMNS = {
        "peer",
        "class",
        "codec",
        "level",
        "unpack",
        "app_bytes",
        "wire_bytes",
        "codec_seconds",
        "rebuild_seconds",
        "wire_usd",
        "cpu_usd",
        "rule_unpack"
    };

    private static final double SECONDS_PER_HOUR = 3600;

    private WhatIfJson() {}

    static String render(Config config, AnnouncedPlaces announced, List<WhatIfEstimate> estimates) {
        return JsonText.of(json -> {
            json.writeStartObject();
            json.writeStringField("node", config.node().id().value());
            json.writeBooleanField("what_if", config.whatIf().active());
            json.writeStringField("tariff", config.tariff().name());
            json.writeNumberField("usd_per_core_hour", config.tariff().cpuCoreHour());
            json.writeFieldName("columns");
            json.writeArray(COLUMNS, 0, COLUMNS.length);
            json.writeArrayFieldStart("rows");
            for (WhatIfEstimate estimate : estimates) {
                write(
                        json,
                        estimate,
                        config,
                        announced.placeOf(config, estimate.peer()).effective());
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static Compression compression(WhatIfEstimate estimate, Config config, Location place) {
        return config.policy()
                .choose(new Traffic(estimate.peer(), config.node().location(), place, estimate.trafficClass()))
                .compression();
    }

    private static void write(JsonGenerator json, WhatIfEstimate estimate, Config config, Location place)
            throws IOException {
        double perByte = config.tariff().price(config.node().location(), place).sentPerByte();
        Collection<String> ruleFormats = compression(estimate, config, place).formats();
        double seconds = estimate.cpuNanos() / 1e9;
        double rebuildSeconds = estimate.rebuildNanos() / 1e9;
        json.writeStartArray();
        json.writeString(estimate.peer().value());
        json.writeString(estimate.trafficClass().name());
        json.writeString(estimate.candidate().codec().label());
        json.writeNumber(estimate.candidate().level());
        write(json, formats(estimate, ruleFormats));
        json.writeNumber(estimate.appBytes());
        json.writeNumber(estimate.wireBytes());
        JsonText.writeRounded(json, seconds);
        JsonText.writeRounded(json, rebuildSeconds);
        json.writeNumber(estimate.wireBytes() * perByte);
        json.writeNumber(
                (seconds + rebuildSeconds) / SECONDS_PER_HOUR * config.tariff().cpuCoreHour());
        write(json, ruleFormats);
        json.writeEndArray();
    }

    private static Collection<String> formats(WhatIfEstimate estimate, Collection<String> ofRule) {
        return estimate.unpack().isEmpty() || ofRule.isEmpty()
                ? estimate.unpack().stream().map(PackedFormat::keyword).toList()
                : ofRule;
    }

    private static void write(JsonGenerator json, Collection<String> formats) throws IOException {
        json.writeStartArray();
        for (String format : formats) {
            json.writeString(format);
        }
        json.writeEndArray();
    }
}
