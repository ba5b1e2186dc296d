package io.narrows.tests.kafka;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Orders of a shop, one line of key, tab and JSON each. They vary in the number of lines, in optional fields and in free text, as
 * records of real services do; lz4 leaves about 0.4 of them, zstd 3 about a quarter. The same seed gives the same lines.
 */
public final class OrderLines {
    private static final String[] STATES = {"open", "paid", "packed", "shipped", "delivered", "returned", "cancelled"};
    private static final String[] CURRENCIES = {"EUR", "EUR", "EUR", "GBP", "USD", "SEK", "PLN"};
    private static final String[] COUNTRIES = {"DE", "GB", "FR", "SE", "PL", "NL", "ES", "IT"};
    private static final String[] STREETS = {"Harbour Road", "Mill Lane", "Station Street", "Church Walk", "Kiln Close"
    };
    private static final String[] WORDS =
            ("please leave the parcel with a neighbour when you see the door closed or ring twice gift wrap black red "
                            + "small large oak steel cotton lamp kettle bicycle notebook armchair umbrella saucepan garden table cable phone")
                    .split(" ");

    private final SplittableRandom random;
    private long placedMillis = 1_772_300_000_000L;
    private int number;

    public OrderLines(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Writes lines to a file until it has at least this many bytes. */
    static void write(Path file, long seed, long bytes) throws IOException {
        OrderLines orders = new OrderLines(seed);
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            for (long written = 0; written < bytes; ) {
                String line = orders.next();
                writer.write(line);
                writer.write('\n');
                written += line.length() + 1; // ASCII
            }
        }
    }

    /** Returns the next line, without its end: ASCII, 300 to 2,000 characters. */
    public String next() {
        number++;
        placedMillis += random.nextInt(2_000);
        String id = "%08x-%04x".formatted(random.nextInt(), random.nextInt(1 << 16));
        StringBuilder json = new StringBuilder(700)
                .append("{\"id\":\"")
                .append(id)
                .append("\",\"number\":")
                .append(1_000_000 + number)
                .append(",\"customer\":")
                .append(customer())
                .append(",\"state\":\"")
                .append(oneOf(STATES))
                .append("\",\"placedMillis\":")
                .append(placedMillis)
                .append(",\"currency\":\"")
                .append(oneOf(CURRENCIES))
                .append("\",\"lines\":[");
        int lines = 1 + random.nextInt(1 + random.nextInt(8));
        for (int i = 0; i < lines; i++) {
            json.append(i == 0 ? "" : ",").append(orderLine());
        }
        json.append(']');
        if (random.nextInt(3) == 0) {
            json.append(",\"note\":\"").append(words(3 + random.nextInt(15))).append('"');
        }
        if (random.nextInt(4) == 0) {
            json.append(",\"coupon\":{\"code\":\"%08X\",\"percent\":%d}"
                    .formatted(random.nextInt(), 5 * random.nextInt(1, 9)));
        }
        return id + '\t' + json.append(",\"trace\":\"%016x\"}".formatted(random.nextLong()));
    }

    private String customer() {
        return "{\"id\":%d,\"loyal\":%b,\"address\":{\"street\":\"%d %s\",\"postcode\":\"%05d\",\"country\":\"%s\"}}"
                .formatted(
                        random.nextInt(200_000),
                        random.nextInt(5) == 0,
                        random.nextInt(1, 300),
                        oneOf(STREETS),
                        random.nextInt(100_000),
                        oneOf(COUNTRIES));
    }

    private String orderLine() {
        return String.format(
                Locale.ROOT,
                "{\"sku\":\"%s-%05d\",\"title\":\"%s\",\"quantity\":%d,\"price\":%.2f,\"weightGrams\":%d}",
                oneOf(COUNTRIES),
                random.nextInt(40_000),
                words(2 + random.nextInt(3)),
                random.nextInt(1, 6),
                random.nextInt(100, 90_000) / 100.0,
                random.nextInt(20, 9_000));
    }

    private String words(int count) {
        StringBuilder text = new StringBuilder(oneOf(WORDS));
        for (int i = 1; i < count; i++) {
            text.append(' ').append(oneOf(WORDS));
        }
        return text.toString();
    }

    private String oneOf(String[] values) {
        return values[random.nextInt(values.length)];
    }
}
