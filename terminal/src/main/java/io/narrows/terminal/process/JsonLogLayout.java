package io.narrows.terminal.process;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.slf4j.event.KeyValuePair;

/**
 * Formats a logged event as an object of JSON on one line: {@code time}, {@code level}, {@code logger}, {@code message}, the
 * keys of the event, and {@code stack} if it has an exception.
 */
final class JsonLogLayout extends LayoutBase<ILoggingEvent> {
    private static final Set<String> OWN_KEYS = Set.of("time", "level", "logger", "message", "stack");

    /** Writes ASCII only, so that neither Unicode separators nor terminal controls pass. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .configure(JsonWriteFeature.ESCAPE_NON_ASCII, true)
            .build();

    @Override
    public String doLayout(ILoggingEvent event) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField(
                    "time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
            json.writeStringField("level", event.getLevel().toString());
            String logger = event.getLoggerName();
            json.writeStringField("logger", logger.substring(logger.lastIndexOf('.') + 1));
            json.writeStringField("message", String.valueOf(event.getFormattedMessage()));
            List<KeyValuePair> pairs = event.getKeyValuePairs();
            for (KeyValuePair pair : pairs == null ? List.<KeyValuePair>of() : pairs) {
                json.writeFieldName(OWN_KEYS.contains(pair.key) ? pair.key + "_" : pair.key);
                writeValue(json, pair.value);
            }
            if (event.getThrowableProxy() != null) {
                json.writeStringField("stack", ThrowableProxyUtil.asString(event.getThrowableProxy()));
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.append(System.lineSeparator()).toString();
    }

    private static void writeValue(JsonGenerator json, Object value) throws IOException {
        if (value instanceof Integer || value instanceof Long) {
            json.writeNumber(((Number) value).longValue());
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else {
            json.writeString(String.valueOf(value));
        }
    }
}
