package io.narrows.proxy.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.RecentFailures;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Renders the latest failures of each reason as JSON, newest first. */
final class FailuresJson {
    private static final JsonFactory JSON = new JsonFactory();

    private FailuresJson() {}

    static String render(Map<Failure, List<RecentFailures.Event>> failures) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            for (Map.Entry<Failure, List<RecentFailures.Event>> latest : failures.entrySet()) {
                json.writeArrayFieldStart(latest.getKey().label());
                for (RecentFailures.Event event : latest.getValue()) {
                    json.writeStartObject();
                    json.writeNumberField("millis", event.time().toEpochMilli());
                    json.writeStringField("peer", event.peer().value());
                    json.writeStringField("detail", event.detail());
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
