package io.narrows.tests.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A release of Kafka: brokers, clients and tools in jars, which {@code src/test/prepare} fetches.
 *
 * @param version its first two numbers
 */
public record KafkaRelease(String version) {
    private static final Path PROJECTS = Path.of("src/test/databases");

    /** Returns the class path of all its jars and of our producer. */
    String classpath() throws IOException {
        Path target = PROJECTS.resolve("kafka-" + version).resolve("target").toAbsolutePath();
        return target.resolve("classes") + ":"
                + Files.readString(target.resolve("classpath")).strip();
    }
}
