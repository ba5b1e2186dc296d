package io.narrows.cli.node;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Optional;

/** A process that makes garbage in the old generation, and prints the most MiB that were used there, or {@code none}. */
final class OldGenerationProbe {
    private static final int CHUNK = 64 << 10;

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
            if (i % 128 == 0) {
                Thread.sleep(1); // the collecting thread has its turn
            }
        }
        System.out.println(ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Tenured Gen"))
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(peak -> peak.getUsed() >> 20)
                .sum());
    }
}
