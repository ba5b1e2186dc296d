package io.narrows.lab.load;

import java.util.Locale;

/** Environment variables of a container, as many as needed to reach the target size of an object. */
final class Environment {
    private static final int VARIABLES = 3;

    private Environment() {}

    /** Returns JSON for additional list items of at least this total length, exceeding it by at most one item. */
    static String ofLength(long seed, int pod, int characters) {
        RandomSource random = new RandomSource(seed, VARIABLES, pod);
        StringBuilder json = new StringBuilder(Math.max(characters, 0) + 128);
        while (json.length() < characters) {
            String app = random.oneOf(Fleet.APPLICATIONS);
            String name = app.replace('-', '_').toUpperCase(Locale.ROOT);
            json.append(",{\"name\":\"").append(name);
            switch (random.below(3)) {
                case 0 ->
                    json.append("_URL\",\"value\":\"http://")
                            .append(app)
                            .append('.')
                            .append(random.oneOf(Fleet.NAMESPACES))
                            .append(".svc.cluster.local:8080");
                case 1 -> json.append("_TIMEOUT_MS\",\"value\":\"").append(50 * (1 + random.below(100)));
                default -> json.append("_TOKEN\",\"value\":\"").append(random.hex(32));
            }
            json.append("\"}");
        }
        return json.toString();
    }
}
