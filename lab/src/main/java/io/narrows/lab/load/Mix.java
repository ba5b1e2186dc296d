package io.narrows.lab.load;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Relative frequencies of operations.
 *
 * @param weights of each operation relative to their sum; {@link Operation#RENEW} has none, because nodes have their own
 *     pace
 */
public record Mix(Map<Operation, Integer> weights) {
    private static final Set<Operation> CHOICES = EnumSet.complementOf(EnumSet.of(Operation.RENEW));
    private static final int MOST = 1_000_000;

    /** The mix of a cluster with rolling deployments: most writes are status updates and events. */
    public static final Mix DEFAULT = parse("create=10,update=40,delete=10,event=25,get=10,list=5");

    public Mix {
        weights = Map.copyOf(weights);
    }

    /** Returns a mix of one operation. */
    public static Mix only(Operation operation) {
        return new Mix(Map.of(operation, 1));
    }

    /**
     * Parses {@code create=10,update=40,list=5}; omitted operations have no weight.
     *
     * @throws IllegalArgumentException if the text has a different format, or no operation writes
     */
    public static Mix parse(String text) {
        Map<Operation, Integer> weights = new EnumMap<>(Operation.class);
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            Operation operation = operation(part.substring(0, Math.max(equals, 0)), text);
            if (weights.put(operation, weight(part.substring(equals + 1), text)) != null) {
                throw wrong(text, operation + " once");
            }
        }
        Mix mix = new Mix(weights);
        if (mix.writeWeight() == 0) {
            throw wrong(text, "at least one of create, update, delete and event above 0");
        }
        return mix;
    }

    private static Operation operation(String name, String text) {
        return CHOICES.stream()
                .filter(choice -> choice.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> wrong(text, "comma-separated NAME=WEIGHT pairs, NAME one of " + CHOICES));
    }

    private static int weight(String digits, String text) {
        try {
            int weight = Integer.parseInt(digits);
            if (weight >= 0 && weight <= MOST) {
                return weight;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw wrong(text, "weights from 0 to " + MOST);
    }

    private static IllegalArgumentException wrong(String text, String expected) {
        return new IllegalArgumentException("'" + text + "' is not a mix (expected: " + expected + ")");
    }

    int weight() {
        return weights.values().stream().mapToInt(Integer::intValue).sum();
    }

    int writeWeight() {
        return weights.entrySet().stream()
                .filter(entry -> entry.getKey().isWrite())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    Operation pick(SplittableRandom random) {
        int left = random.nextInt(weight());
        for (Operation operation : Operation.values()) {
            left -= weights.getOrDefault(operation, 0);
            if (left < 0) {
                return operation;
            }
        }
        throw new AssertionError("weights of " + weights);
    }

    /** Returns the format of {@link #parse}. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            if (weights.getOrDefault(operation, 0) > 0) {
                parts.add(operation + "=" + weights.get(operation));
            }
        }
        return String.join(",", parts);
    }
}
