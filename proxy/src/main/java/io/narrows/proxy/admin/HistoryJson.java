package io.narrows.proxy.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.proxy.history.Totals;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** Renders samples of the totals as JSON: the names of the columns, then a row for each sample, oldest first. */
final class HistoryJson {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String[] COLUMNS = {
        "millis", "app_bytes", "wire_bytes", "baseline_usd", "wire_usd", "cpu_usd", "start_usd"
    };

    private HistoryJson() {}

    static String render(List<Totals> samples) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeFieldName("columns");
            json.writeArray(COLUMNS, 0, COLUMNS.length);
            json.writeArrayFieldStart("samples");
            for (Totals totals : samples) {
                json.writeStartArray();
                json.writeNumber(totals.millis());
                json.writeNumber(totals.appBytes());
                json.writeNumber(totals.wireBytes());
                json.writeNumber(totals.baselineUsd());
                json.writeNumber(totals.wireUsd());
                json.writeNumber(totals.cpuUsd());
                json.writeNumber(totals.startUsd());
                json.writeEndArray();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
