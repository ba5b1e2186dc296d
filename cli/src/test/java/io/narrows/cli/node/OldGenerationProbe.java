package io.narrows.cli.node;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Optional;
import java.util.stream.Stream;

/** A process that makes garbage in the old generation, and prints the most MiB that were used there, or {@code none}. */
final class OldGenerationProbe {
    private static final int CHUNK = 64 << 10;
    private static final int MOST_WAITS = 20_000;

    private static int waits;

    private OldGenerationProbe() {}

    /** @param arguments {@code keep} to keep the generation small, otherwise {@code leave} */
    public static void main(String[] arguments) throws InterruptedException {
        boolean keeps = arguments[0].equals("keep");
        Optional<OldGeneration> old = keeps ? OldGeneration.keepSmall() : Optional.empty();
        if (keeps && old.isEmpty()) {
            System.out.println("none");
            return;
        }
        byte[][] live = new byte[40 << 4][];
        for (int i = 0; i < 2 << 14; i++) {
            live[i % live.length] = new byte[CHUNK];
            if (keeps && i % 128 == 0) {
                awaitCollection();
            }
        }
        System.out.println(generation()
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(peak -> peak.getUsed() >> 20)
                .sum());
    }

    /** Lets the collecting thread have its turn, however busy the machine is; gives up if it never takes it. */
    private static void awaitCollection() throws InterruptedException {
        while (waits < MOST_WAITS && generation().anyMatch(MemoryPoolMXBean::isUsageThresholdExceeded)) {
            waits++;
            Thread.sleep(1);
        }
    }

    private static Stream<MemoryPoolMXBean> generation() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Tenured Gen"));
    }
}
