package io.narrows.proxy.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.proxy.history.Totals;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.registry.LinkSummary;
import io.narrows.proxy.meter.ReasonCount;
import io.narrows.proxy.tls.Validity;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Renders the state of the sidecar as JSON, in a size independent of the number of peers. */
final class OverviewJson {
    /** Maximum rows of each kind of event. */
    static final int MOST_EVENTS = 100;

    private static final double SECONDS_PER_DAY = Duration.ofDays(1).toSeconds();

    private OverviewJson() {}

    static String render(AdminState state, Instant now) {
        return JsonText.of(json -> {
            json.writeStartObject();
            json.writeStringField("version", state.version());
            json.writeStringField("java", Runtime.version().toString());
            json.writeObjectFieldStart("config");
            json.writeNumberField("loaded_millis", state.reloads().lastSuccess().toEpochMilli());
            json.writeBooleanField("refused", !state.reloads().lastSuccessful());
            json.writeBooleanField("dry_run", state.config().dryRun().active());
            json.writeEndObject();
            writeTotals(json, state.history().now());
            writePeers(json, state);
            writeLinks(json, state.links());
            json.writeObjectFieldStart("added_latency_seconds");
            writeOptional(json, "p50", state.latency().quantile(0.5));
            writeOptional(json, "p99", state.latency().quantile(0.99));
            json.writeEndObject();
            writeCertificates(json, state.certificates(), now);
            writeEvents(json, "failures", state.events().failureCounts());
            writeEvents(json, "raw_frames", state.events().rawFrameCounts());
            writeEvents(json, "step_downs", state.events().stepDownCounts());
            json.writeEndObject();
        });
    }

    private static void writeTotals(JsonGenerator json, Totals totals) throws IOException {
        json.writeObjectFieldStart("totals");
        json.writeNumberField("app_bytes", totals.appBytes());
        json.writeNumberField("wire_bytes", totals.wireBytes());
        json.writeNumberField("baseline_usd", totals.baselineUsd());
        json.writeNumberField("wire_usd", totals.wireUsd());
        json.writeNumberField("cpu_usd", totals.cpuUsd());
        json.writeNumberField("start_usd", totals.startUsd());
        json.writeEndObject();
    }

    private static void writePeers(JsonGenerator json, AdminState state) throws IOException {
        int configured = state.config().peers().size();
        json.writeObjectFieldStart("peers");
        json.writeNumberField("configured", configured);
        json.writeNumberField("up", configured - state.unlinked().size());
        json.writeEndObject();
    }

    private static void writeLinks(JsonGenerator json, List<LinkSummary> links) throws IOException {
        json.writeObjectFieldStart("links");
        for (LinkState wanted : List.of(LinkState.READY, LinkState.OPENING, LinkState.OPEN)) {
            json.writeNumberField(
                    wanted.name().toLowerCase(Locale.ROOT),
                    links.stream().filter(link -> link.state() == wanted).count());
        }
        json.writeEndObject();
    }

    /** Writes null without TLS. */
    private static void writeCertificates(JsonGenerator json, Optional<Validity> certificates, Instant now)
            throws IOException {
        if (certificates.isEmpty()) {
            json.writeNullField("certificate_days");
            return;
        }
        json.writeObjectFieldStart("certificate_days");
        json.writeNumberField("node", days(now, certificates.get().node()));
        json.writeNumberField("authority", days(now, certificates.get().authority()));
        json.writeEndObject();
    }

    private static double days(Instant now, Instant end) {
        return Duration.between(now, end).toSeconds() / SECONDS_PER_DAY;
    }

    private static void writeEvents(JsonGenerator json, String name, List<ReasonCount> events) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("left_out", Math.max(0, events.size() - MOST_EVENTS));
        json.writeArrayFieldStart("events");
        for (ReasonCount event : events.subList(0, Math.min(events.size(), MOST_EVENTS))) {
            json.writeStartObject();
            json.writeStringField("reason", event.reason());
            json.writeStringField("peer", event.peer().value());
            json.writeNumberField("count", event.count());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeOptional(JsonGenerator json, String name, OptionalDouble value) throws IOException {
        if (value.isPresent()) {
            json.writeNumberField(name, value.getAsDouble());
        } else {
            json.writeNullField(name);
        }
    }
}
