package io.narrows.estimate.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Messages that an application compressed one by one, each with the same schema and other orders. */
public final class GzippedOrders {
    private final Random random = new Random(1);
    private final String schema;

    /** @param schemaLength letters that all messages have in common */
    public GzippedOrders(int schemaLength) {
        schema = letters(schemaLength);
    }

    private String letters(int count) {
        return random.ints(count, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Returns the next message. */
    public byte[] next() {
        StringBuilder orders = new StringBuilder(schema);
        for (int i = 0; i < 40; i++) {
            orders.append("{\"order\":")
                    .append(random.nextInt(1_000_000))
                    .append(",\"customer\":\"garnet-")
                    .append(random.nextInt(500))
                    .append("\",\"status\":\"shipped\"}\n");
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(orders.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
