package io.narrows.config;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Fuzzes the loader: any text is a configuration or has problems with places. A normal test run only uses the kept inputs;
 * {@code bin/soak fuzz} lets Jazzer search for others.
 */
class ConfigFuzzTest {
    private static final Path FOLDER = Path.of("src/test/resources/corpus/good");

    @FuzzTest
    void load(byte[] input) {
        try {
            ConfigLoader.parse("x.yaml", new String(input, StandardCharsets.UTF_8), FOLDER);
        } catch (ConfigException refused) {
            if (refused.problems().isEmpty()) {
                throw new AssertionError("refused without a problem", refused);
            }
        }
    }
}
