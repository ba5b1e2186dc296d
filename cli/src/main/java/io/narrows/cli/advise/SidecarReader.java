package io.narrows.cli.advise;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads a sidecar's answer to {@code /what-if}, whose columns must be those of this release. */
final class SidecarReader {
    private static final List<String> COLUMNS = List.of(
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
            "rule_unpack");
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonParser json;
    private String node = "";
    private boolean active;
    private String tariff = "";
    private double usdPerCoreHour;
    private List<String> columns = List.of();
    private final List<Estimate> estimates = new ArrayList<>();

    private SidecarReader(JsonParser json) {
        this.json = json;
    }

    /** @throws IOException if the text is not such an answer */
    static Sidecar read(String admin, String text) throws IOException {
        try (JsonParser json = JSON.createParser(text)) {
            SidecarReader reader = new SidecarReader(json);
            reader.object();
            return new Sidecar(
                    admin, reader.node, reader.active, reader.tariff, reader.usdPerCoreHour, reader.estimates);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void object() throws IOException {
        expect(JsonToken.START_OBJECT);
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            switch (field) {
                case "node" -> node = json.getText();
                case "what_if" -> active = json.getBooleanValue();
                case "tariff" -> tariff = json.getText();
                case "usd_per_core_hour" -> usdPerCoreHour = json.getDoubleValue();
                case "columns" -> columns = texts();
                case "rows" -> rows();
                default -> json.skipChildren();
            }
        }
        if (!columns.equals(COLUMNS)) {
            throw new IOException("columns " + columns + " (expected: " + COLUMNS + ")");
        }
    }

    private List<String> texts() throws IOException {
        List<String> texts = new ArrayList<>();
        while (json.nextToken() == JsonToken.VALUE_STRING) {
            texts.add(json.getText());
        }
        return texts;
    }

    private void rows() throws IOException {
        while (json.nextToken() == JsonToken.START_ARRAY) {
            Kind kind = new Kind(new PeerId(text()), new TrafficClass(text()));
            CodecSpec spec = CodecSpec.of(codec(text()), (int) integer());
            Set<PackedFormat> unpack = formats();
            Costs costs = new Costs(integer(), integer(), number(), number(), number(), number());
            estimates.add(new Estimate(kind, spec, unpack, costs, formats()));
            expect(JsonToken.END_ARRAY);
        }
    }

    private static Codec codec(String label) throws IOException {
        return Arrays.stream(Codec.values())
                .filter(codec -> codec.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IOException("codec \"" + label + "\" is unknown"));
    }

    private Set<PackedFormat> formats() throws IOException {
        expect(JsonToken.START_ARRAY);
        Set<PackedFormat> formats = EnumSet.noneOf(PackedFormat.class);
        for (String keyword : texts()) {
            formats.add(Arrays.stream(PackedFormat.values())
                    .filter(format -> format.keyword().equals(keyword))
                    .findFirst()
                    .orElseThrow(() -> new IOException("format \"" + keyword + "\" is unknown")));
        }
        return formats;
    }

    private String text() throws IOException {
        expect(JsonToken.VALUE_STRING);
        return json.getText();
    }

    private long integer() throws IOException {
        expect(JsonToken.VALUE_NUMBER_INT);
        return json.getLongValue();
    }

    private double number() throws IOException {
        json.nextToken();
        return json.getDoubleValue();
    }

    private void expect(JsonToken expected) throws IOException {
        JsonToken token = json.nextToken();
        if (token != expected) {
            throw new IOException(
                    token + " at " + json.currentTokenLocation().offsetDescription() + " (expected: " + expected + ")");
        }
    }
}
