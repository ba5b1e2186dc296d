package io.narrows.cli.analyze;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** Messages that an application compressed one by one, each with the same schema and other orders. */
public final class GzippedOrders {
    private static final int SCHEMA_LETTERS = 600;
    private static final int ORDERS = 40;

    private GzippedOrders() {}

    /** Returns messages one after another. */
    static byte[] inOne(int count) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        messages(count).forEach(all::writeBytes);
        return all.toByteArray();
    }

    /** Returns the same messages at each call. */
    public static List<byte[]> messages(int count) {
        Random random = new Random(1);
        String schema = random.ints(SCHEMA_LETTERS, 'a', 'z' + 1)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String orders = IntStream.range(0, ORDERS)
                    .mapToObj(order -> "{\"order\":" + random.nextInt(1_000_000) + ",\"customer\":\"garnet-"
                            + random.nextInt(500) + "\",\"status\":\"shipped\"}\n")
                    .collect(Collectors.joining());
            messages.add(gzip(schema + orders));
        }
        return messages;
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
