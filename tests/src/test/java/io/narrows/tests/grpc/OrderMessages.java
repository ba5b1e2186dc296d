package io.narrows.tests.grpc;

import io.narrows.tests.kafka.OrderLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages to send, each an array of orders in JSON on one line.
 *
 * @param file the messages, one per line
 * @param digests the SHA-256 of each message, in hexadecimal digits
 */
public record OrderMessages(Path file, List<String> digests) {
    /**
     * Writes messages of several sizes in turn, until they have at least this many bytes.
     *
     * @param seed of the orders; different seeds have different orders
     * @param sizes least bytes of messages, before compression
     */
    public static OrderMessages write(Path file, long seed, List<Integer> sizes, int bytes) throws IOException {
        OrderLines orders = new OrderLines(seed);
        StringBuilder messages = new StringBuilder(bytes);
        List<String> digests = new ArrayList<>();
        while (messages.length() < bytes) {
            String message = message(orders, sizes.get(digests.size() % sizes.size()));
            messages.append(message).append('\n');
            digests.add(ReceivedMessage.digest(message.getBytes(StandardCharsets.US_ASCII)));
        }
        return new OrderMessages(Files.writeString(file, messages), digests);
    }

    private static String message(OrderLines orders, int leastBytes) {
        StringBuilder message = new StringBuilder(leastBytes);
        while (message.length() < leastBytes) {
            String line = orders.next();
            message.append(message.isEmpty() ? '[' : ',').append(line, line.indexOf('\t') + 1, line.length());
        }
        return message.append(']').toString();
    }
}
