package io.narrows.proxy.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.config.PeerId;
import io.narrows.proxy.meter.TrafficCell;
import io.narrows.proxy.meter.TrafficLabels;
import java.io.IOException;
import java.util.Collection;
import java.util.Set;

/**
 * Renders the traffic of some peers as JSON: the names of the columns, then a row for each peer, distance, class, codec
 * and direction.
 */
final class TrafficJson {
    private static final String[] COLUMNS = {
        "peer",
        "tier",
        "class",
        "codec",
        "direction",
        "app_bytes",
        "wire_bytes",
        "frames",
        "baseline_usd",
        "wire_usd",
        "codec_seconds"
    };

    private TrafficJson() {}

    static String render(Collection<TrafficCell> cells, Set<PeerId> peers) {
        return JsonText.of(json -> {
            json.writeStartObject();
            json.writeFieldName("columns");
            json.writeArray(COLUMNS, 0, COLUMNS.length);
            json.writeArrayFieldStart("rows");
            for (TrafficCell cell : cells) {
                if (peers.contains(cell.labels().peer()) && (cell.appBytes() > 0 || cell.wireBytes() > 0)) {
                    write(json, cell);
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, TrafficCell cell) throws IOException {
        TrafficLabels labels = cell.labels();
        json.writeStartArray();
        json.writeString(labels.peer().value());
        json.writeString(labels.tierLabel());
        json.writeString(labels.trafficClass().name());
        json.writeString(labels.codec().label());
        json.writeString(labels.direction().label());
        json.writeNumber(cell.appBytes());
        json.writeNumber(cell.wireBytes());
        json.writeNumber(cell.frames());
        JsonText.writeRounded(json, cell.baselineUsd());
        JsonText.writeRounded(json, cell.wireUsd());
        JsonText.writeRounded(json, cell.cpuSeconds());
        json.writeEndArray();
    }
}
