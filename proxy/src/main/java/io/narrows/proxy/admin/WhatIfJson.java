package io.narrows.proxy.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.config.Compression;
import io.narrows.config.Config;
import io.narrows.config.Location;
import io.narrows.config.Traffic;
import io.narrows.proxy.meter.AnnouncedPlaces;
import io.narrows.proxy.sample.WhatIfEstimate;
import java.io.IOException;
import java.util.List;

/**
 * Renders what other codecs and levels would do with sent traffic as JSON: the tariff, the names of the columns, then a row for
 * each peer, class and candidate. Dollars are those of the sampled bytes; the formats to unpack are those of the rule in force.
 */
final class WhatIfJson {
    private static final String[] COLUMNS = {
        "peer", "class", "codec", "level", "app_bytes", "wire_bytes", "codec_seconds", "wire_usd", "cpu_usd", "unpack"
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
        double seconds = estimate.cpuNanos() / 1e9;
        json.writeStartArray();
        json.writeString(estimate.peer().value());
        json.writeString(estimate.trafficClass().name());
        json.writeString(estimate.candidate().codec().label());
        json.writeNumber(estimate.candidate().level());
        json.writeNumber(estimate.appBytes());
        json.writeNumber(estimate.wireBytes());
        JsonText.writeRounded(json, seconds);
        json.writeNumber(estimate.wireBytes() * perByte);
        json.writeNumber(seconds / SECONDS_PER_HOUR * config.tariff().cpuCoreHour());
        json.writeStartArray();
        for (String format : compression(estimate, config, place).formats()) {
            json.writeString(format);
        }
        json.writeEndArray();
        json.writeEndArray();
    }
}
