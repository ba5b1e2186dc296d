package io.narrows.proxy.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.config.Location;
import io.narrows.proxy.meter.TrafficCell;
import io.narrows.proxy.meter.TrafficSum;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Renders the peers by region and zone as JSON: the names of the columns, and for each zone a row for each peer. The
 * output is compact, since the page requests it repeatedly, and there may be a thousand peers.
 */
final class PeersJson {
    private static final String[] COLUMNS = {
        "peer",
        "up",
        "links",
        "app_bytes",
        "wire_bytes",
        "control_bytes",
        "frames",
        "baseline_usd",
        "wire_usd",
        "codec_seconds",
        "source"
    };

    private PeersJson() {}

    /** A zone, identified by both names; both are empty for peers that are not configured. */
    private record Zone(String region, String zone) {
        static Zone of(Optional<Location> place) {
            return place.map(at -> new Zone(at.region(), at.zone())).orElse(new Zone("", ""));
        }
    }

    static String renderAll(AdminState state) {
        return render(PeerTraffic.all(state, cell -> true));
    }

    /** Renders only traffic of a class, and only peers that have any. */
    static String render(AdminState state, String trafficClass) {
        return render(PeerTraffic.all(state, cell -> isOf(cell, trafficClass)).stream()
                .filter(peer -> !peer.traffic().isEmpty())
                .toList());
    }

    private static boolean isOf(TrafficCell cell, String trafficClass) {
        return cell.labels().trafficClass().name().equals(trafficClass);
    }

    private static String render(List<PeerTraffic> peers) {
        Map<Zone, List<PeerTraffic>> zones = peers.stream()
                .collect(Collectors.groupingBy(peer -> Zone.of(peer.place()), LinkedHashMap::new, Collectors.toList()));
        return JsonText.of(json -> {
            json.writeStartObject();
            json.writeFieldName("columns");
            json.writeArray(COLUMNS, 0, COLUMNS.length);
            json.writeArrayFieldStart("zones");
            for (Map.Entry<Zone, List<PeerTraffic>> zone : zones.entrySet()) {
                json.writeStartObject();
                json.writeStringField("region", zone.getKey().region());
                json.writeStringField("zone", zone.getKey().zone());
                json.writeArrayFieldStart("peers");
                for (PeerTraffic peer : zone.getValue()) {
                    write(json, peer);
                }
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, PeerTraffic peer) throws IOException {
        TrafficSum traffic = peer.traffic();
        json.writeStartArray();
        json.writeString(peer.peer().value());
        json.writeBoolean(peer.up());
        json.writeNumber(peer.links());
        json.writeNumber(traffic.appBytes());
        json.writeNumber(traffic.wireBytes());
        json.writeNumber(traffic.controlBytes());
        json.writeNumber(traffic.frames());
        JsonText.writeRounded(json, traffic.baselineUsd());
        JsonText.writeRounded(json, traffic.wireUsd());
        JsonText.writeRounded(json, traffic.codecSeconds());
        json.writeString(peer.source());
        json.writeEndArray();
    }
}
