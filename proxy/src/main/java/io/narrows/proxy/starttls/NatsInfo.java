package io.narrows.proxy.starttls;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.narrows.proxy.meter.Failure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The line with which a NATS server greets clients and leaf nodes in plain text ("NATS Protocol", INFO):
 *
 * <pre>
 *   0      5                                                      size - 2
 *  +------+-----------------------------------------------------+------+
 *  | INFO | {"server_id":"...", ..., "tls_required":true, ... } | \r\n |
 *  +------+-----------------------------------------------------+------+
 *
 *   in the object         then the dialing side
 *   tls_required: true    must begin TLS with its next byte
 *   tls_available: true   may do so
 * </pre>
 */
public final class NatsInfo {
    static final byte[] HEAD = "INFO {".getBytes(StandardCharsets.US_ASCII);
    static final byte[] END = "\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final int OBJECT_AT = HEAD.length - 1;
    private static final String REQUIRED = "tls_required";
    private static final String AVAILABLE = "tls_available";

    private boolean required;
    private boolean available;
    private int falseAt = -1;

    private NatsInfo() {}

    /**
     * Reads a whole line.
     *
     * @throws RefusedStartException if it is malformed or does not offer TLS, as part of a sentence about the server
     */
    static NatsInfo of(byte[] line) throws RefusedStartException {
        NatsInfo info = new NatsInfo();
        if (!startsWith(line, HEAD) || !endsWith(line)) {
            throw refused("its INFO is malformed (expected: INFO, an object of JSON, and a line's end)");
        }
        try (JsonParser json = JSON.createParser(text(line))) {
            info.read(json);
        } catch (IOException e) {
            throw refused("its INFO is malformed (expected: an object of JSON)");
        }
        if (!info.required && !info.available) {
            throw refused(
                    "its INFO offers no TLS (set tls in leafnodes of its configuration, or for clients at the top)");
        }
        return info;
    }

    /**
     * Returns a server's line for a connection that must continue with TLS.
     *
     * @throws RefusedStartException if it is malformed or does not offer TLS, as part of a sentence about the server
     */
    public static byte[] requiringTls(byte[] line) throws RefusedStartException {
        NatsInfo info = of(line);
        if (info.required) {
            return line;
        }
        return info.falseAt < 0
                ? spliced(line, HEAD.length, HEAD.length, "\"" + REQUIRED + "\":true,")
                : spliced(line, info.falseAt, info.falseAt + "false".length(), "true");
    }

    private void read(JsonParser json) throws IOException, RefusedStartException {
        json.nextToken();
        for (JsonToken next = json.nextToken(); next != JsonToken.END_OBJECT; next = json.nextToken()) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            switch (name) {
                case REQUIRED -> {
                    required = isTrue(name, value);
                    falseAt = required
                            ? -1
                            : OBJECT_AT + (int) json.currentTokenLocation().getCharOffset();
                }
                case AVAILABLE -> available = isTrue(name, value);
                default -> json.skipChildren();
            }
        }
        if (json.nextToken() != null) {
            throw refused("its INFO is malformed (expected: one object of JSON)");
        }
    }

    private static boolean isTrue(String name, JsonToken value) throws RefusedStartException {
        if (!value.isBoolean()) {
            throw refused("its INFO is malformed: " + name + " is neither true nor false");
        }
        return value == JsonToken.VALUE_TRUE;
    }

    /** Returns the object and the line's end, a character for each byte, so that places in one are those in the other. */
    private static String text(byte[] line) {
        return new String(line, OBJECT_AT, line.length - OBJECT_AT, StandardCharsets.ISO_8859_1);
    }

    static boolean startsWith(byte[] bytes, byte[] head) {
        int length = Math.min(bytes.length, head.length);
        return Arrays.equals(bytes, 0, length, head, 0, length);
    }

    private static boolean endsWith(byte[] bytes) {
        int from = bytes.length - END.length;
        return from >= HEAD.length && Arrays.equals(bytes, from, bytes.length, END, 0, END.length);
    }

    private static byte[] spliced(byte[] bytes, int from, int to, String text) {
        ByteArrayOutputStream spliced = new ByteArrayOutputStream(bytes.length + text.length());
        spliced.write(bytes, 0, from);
        spliced.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        spliced.write(bytes, to, bytes.length - to);
        return spliced.toByteArray();
    }

    static RefusedStartException refused(String detail) {
        return new RefusedStartException(Failure.DATABASE_TLS, detail);
    }
}
