package io.narrows.databases;

import java.util.SplittableRandom;

/**
 * A record of the load: an order as a shop would store it. It is derived from its number alone, so that a reader can recompute what was
 * written.
 *
 * @param key unique
 * @param value JSON of 300 to 400 bytes
 */
public record Order(String key, String value) {
    private static final String KEY = "order-";
    private static final String[] STATES = {"open", "paid", "packed", "shipped", "delivered", "returned"};
    private static final String[] STREETS = {"Harbour Road", "Mill Lane", "Station Street", "Church Walk", "Kiln Close"};
    private static final String[] ITEMS = {"lamp", "kettle", "bicycle", "notebook", "armchair", "umbrella", "saucepan"};

    /** @param number 0 or more */
    public static Order of(int number) {
        SplittableRandom random = new SplittableRandom(number);
        String value = """
                {"id":%d,"customer":"customer-%06d","state":"%s","currency":"EUR","placed":"2026-03-%02dT%02d:%02d:%02dZ",\
                "address":{"street":"%d %s","city":"Narrowsby","postcode":"NB%d %dQX","country":"GB"},\
                "lines":[{"item":"%s","quantity":%d,"cents":%d},{"item":"%s","quantity":%d,"cents":%d}],"token":"%016x"}"""
                .formatted(
                        number,
                        random.nextInt(20_000),
                        oneOf(STATES, random),
                        random.nextInt(1, 29),
                        random.nextInt(24),
                        random.nextInt(60),
                        random.nextInt(60),
                        random.nextInt(1, 300),
                        oneOf(STREETS, random),
                        random.nextInt(1, 30),
                        random.nextInt(1, 10),
                        oneOf(ITEMS, random),
                        random.nextInt(1, 9),
                        random.nextInt(100, 99_999),
                        oneOf(ITEMS, random),
                        random.nextInt(1, 9),
                        random.nextInt(100, 99_999),
                        random.nextLong());
        return new Order("%s%08d".formatted(KEY, number), value);
    }

    /** Returns the number of an order's key. */
    public static int numberOf(String key) {
        return Integer.parseInt(key.substring(KEY.length()));
    }

    private static String oneOf(String[] values, SplittableRandom random) {
        return values[random.nextInt(values.length)];
    }
}
