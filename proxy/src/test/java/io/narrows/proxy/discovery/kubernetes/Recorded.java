package io.narrows.proxy.discovery.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Answers of a real API server; README.md beside them tells to which requests. */
final class Recorded {
    private Recorded() {}

    static String answer(String file) {
        try (InputStream in = Objects.requireNonNull(Recorded.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(String file) {
        return answer(file).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the events ADDED, MODIFIED, DELETED and BOOKMARK of a watch. */
    static List<String> watch() {
        return answer("watch.jsonl").lines().filter(line -> !line.isEmpty()).toList();
    }
}
