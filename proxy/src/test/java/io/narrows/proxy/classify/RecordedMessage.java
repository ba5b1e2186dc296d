package io.narrows.proxy.classify;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The bytes of one read of a recorder: time, sender and length. */
record RecordedMessage(long nanos, Side from, int length) {
    static List<RecordedMessage> of(String resource) {
        try (InputStream in = RecordedMessage.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(RecordedMessage::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RecordedMessage parse(String line) {
        String[] fields = line.split(",");
        return new RecordedMessage(
                Long.parseLong(fields[0]) * 1000,
                fields[1].equals("c") ? Side.CONNECTING : Side.ANSWERING,
                Integer.parseInt(fields[2]));
    }
}
