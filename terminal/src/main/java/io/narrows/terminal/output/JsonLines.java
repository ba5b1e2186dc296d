package io.narrows.terminal.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Locale;

/** Writes JSON: one object per line. */
public final class JsonLines {
    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .rootValueSeparator((String) null)
            .build()
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    private final JsonGenerator json;

    /** @param out stays open */
    public JsonLines(Writer out) {
        try {
            this.json = JSON.createGenerator(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the fields of one object. */
    @FunctionalInterface
    public interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    /** Writes one object and a line end, which may stay in a buffer until {@link #flush}. */
    public void line(Fields fields) {
        try {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void flush() {
        try {
            json.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a field with this many digits after the point. */
    public static void decimal(JsonGenerator json, String name, double value, int digits) throws IOException {
        json.writeFieldName(name);
        json.writeNumber(String.format(Locale.ROOT, "%." + digits + "f", value));
    }
}
