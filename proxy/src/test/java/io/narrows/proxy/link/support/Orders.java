package io.narrows.proxy.link.support;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;

/** Records like those of an application: they compress well, and better still with records of earlier messages. */
public final class Orders {
    private Orders() {}

    /** Returns orders of a few customers, whose addresses come again after longer than a message. */
    public static byte[] of(Random random, int length) {
        StringBuilder orders = new StringBuilder(length + 400);
        while (orders.length() < length) {
            int customer = random.nextInt(2_000);
            orders.append("{\"order\":")
                    .append(random.nextInt(1_000_000))
                    .append(",\"customer\":\"")
                    .append(address(customer))
                    .append("\",\"state\":\"")
                    .append(random.nextBoolean() ? "paid" : "shipped")
                    .append("\"}\n");
        }
        return orders.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    private static String address(int customer) {
        byte[] address = new byte[90];
        new Random(customer).nextBytes(address);
        return Base64.getEncoder().encodeToString(address);
    }
}
