package io.narrows.proxy.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Builds JSON in memory, token by token. */
final class JsonText {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonText() {}

    /** Writes one value. */
    interface Value {
        void write(JsonGenerator json) throws IOException;
    }

    static String of(Value value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            value.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Writes dollars or seconds with nine decimals, which is more than the page shows and half as long as full precision. */
    static void writeRounded(JsonGenerator json, double value) throws IOException {
        json.writeNumber(Math.round(value * 1e9) / 1e9);
    }
}
