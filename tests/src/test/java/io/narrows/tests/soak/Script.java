package io.narrows.tests.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The actions of both ends of one connection, derived from its seed alone, so that the server knows them once it knows the
 * seed.
 *
 * @param seed also of the content of both directions
 * @param farewell bytes that are sent after the other side has closed its direction
 */
record Script(long seed, List<Step> steps, Ending ending, int farewell) {
    /** The sending side. */
    enum From {
        CLIENT,
        SERVER,
        BOTH
    }

    /** The end of a connection. */
    enum Ending {
        CLIENT_CLOSES_FIRST,
        SERVER_CLOSES_FIRST,
        CLIENT_RESETS,
        SERVER_RESETS;

        boolean isReset() {
            return this == CLIENT_RESETS || this == SERVER_RESETS;
        }

        /** Returns whether the client closes or resets first. */
        boolean byClient() {
            return this == CLIENT_CLOSES_FIRST || this == CLIENT_RESETS;
        }
    }

    /** One side, or both at once, send this many bytes; then both wait. */
    record Step(From from, int bytes, int pauseMillis) {}

    static Script of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Ending ending = random.nextBoolean() ? Ending.CLIENT_CLOSES_FIRST : Ending.SERVER_CLOSES_FIRST;
        List<Step> steps = new ArrayList<>();
        switch (random.nextInt(7)) {
            case 0, 1 -> rounds(steps, random, 5 + random.nextInt(40), 2_000, 20);
            case 2 -> rounds(steps, random, 100 + random.nextInt(300), 300, 100);
            case 3 -> steps.add(new Step(From.CLIENT, bulk(random), 0));
            case 4 -> {
                steps.add(new Step(From.CLIENT, 16, 0));
                steps.add(new Step(From.SERVER, bulk(random), 0));
            }
            case 5 -> steps.add(new Step(From.BOTH, bulk(random) / 2, 0));
            default -> {
                rounds(steps, random, 1 + random.nextInt(4), 20_000, 5);
                ending = random.nextBoolean() ? Ending.CLIENT_RESETS : Ending.SERVER_RESETS;
            }
        }
        return new Script(seed, steps, ending, random.nextInt(3) == 0 ? random.nextInt(50_000) : 0);
    }

    /** Returns a script whose pauses are not longer altogether. */
    static Script within(long pausesMillis, SplittableRandom random) {
        return any(random, script -> script.pausesMillis() <= pausesMillis);
    }

    /** Returns a script that ends cleanly, and whose pauses are not longer altogether. */
    static Script cleanWithin(long pausesMillis, SplittableRandom random) {
        return any(random, script -> !script.ending().isReset() && script.pausesMillis() <= pausesMillis);
    }

    private static Script any(SplittableRandom random, Predicate<Script> wanted) {
        return Stream.generate(() -> of(random.nextLong()))
                .filter(wanted)
                .findFirst()
                .orElseThrow();
    }

    private long pausesMillis() {
        return steps.stream().mapToLong(Step::pauseMillis).sum();
    }

    private static int bulk(SplittableRandom random) {
        return 100_000 + random.nextInt(2_000_000);
    }

    private static void rounds(List<Step> steps, SplittableRandom random, int count, int bytes, int pauseMillis) {
        for (int i = 0; i < count; i++) {
            steps.add(new Step(From.CLIENT, 1 + random.nextInt(bytes), 0));
            steps.add(new Step(
                    From.SERVER, 1 + random.nextInt(bytes), pauseMillis == 0 ? 0 : random.nextInt(pauseMillis)));
        }
    }
}
