package io.narrows.testkit.program;

/** Runs a soak: {@code NAME OPTION...}. */
public final class Soaks {
    private Soaks() {}

    public static void main(String[] arguments) {
        System.exit(Programs.run("soak", Soak.class, arguments));
    }
}
