package io.narrows.testkit;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The seed of a random test: that of the system property {@value #PROPERTY}, otherwise a new one for each call. It is
 * printed when it is taken, and again if the test fails; when the same JVM runs the test again, it gets the seed with which it
 * failed ({@link FailedSeeds}).
 */
public final class Seed {
    public static final String PROPERTY = "narrows.seed";

    private Seed() {}

    /**
     * Returns the seed of a test, and prints how to repeat it.
     *
     * @param test the name to print: the test, and its parameters if it has any
     */
    public static long of(String test) {
        return printed(test, unprinted());
    }

    public static long of(Class<?> test) {
        return of(test.getSimpleName());
    }

    /** Returns the same seed in each run, unless the property gives another. */
    public static long orFixed(Class<?> test, long fixed) {
        return printed(test.getSimpleName(), Long.getLong(PROPERTY, fixed));
    }

    /** Returns a seed for a program that prints it itself, or lets its own option replace it. */
    public static long unprinted() {
        Long given = Long.getLong(PROPERTY);
        return given == null ? ThreadLocalRandom.current().nextLong(Long.MAX_VALUE) : given;
    }

    /** Returns whether a run is to be repeated. */
    public static boolean isGiven() {
        return Long.getLong(PROPERTY) != null;
    }

    private static long printed(String test, long seed) {
        long taken = FailedSeeds.taken(test, seed);
        System.out.println(test + ": " + option(taken));
        return taken;
    }

    static String option(long seed) {
        return "-D" + PROPERTY + "=" + seed;
    }
}
