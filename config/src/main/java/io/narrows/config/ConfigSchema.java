package io.narrows.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The JSON Schema (2020-12) of the file, for editors. The loader checks more: references to names, and files. */
public final class ConfigSchema {
    private static final String RESOURCE = "narrows.schema.json";

    private ConfigSchema() {}

    public static String text() {
        try (InputStream in = ConfigSchema.class.getResourceAsStream(RESOURCE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
