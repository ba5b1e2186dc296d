package io.narrows.cli;

import com.sun.management.OperatingSystemMXBean;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.config.LinkSettings;
import io.narrows.config.PlatformPlace;
import io.narrows.config.StoreSettings;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * Tells the launcher how to size the JVM of a configuration, in one line: {@code store} if a store shares the sidecar's
 * process, otherwise {@code sidecar}, and the Java heap in MiB. Run by {@code bin/narrows} before the verb, in a JVM of its
 * own (docs/adr/0018-the-heap-follows-the-configuration.md).
 */
final class HeapQuery {
    /** The heap of a sidecar with the default {@code link.context-memory}; {@code bin/jvm.options} has the same. */
    static final long SIDECAR_MIB = 512;

    /** The heap of a sidecar with a store; {@code bin/jvm.options} has the same. */
    static final long STORE_MIB = 2048;

    private static final int MIB_SHIFT = 20;

    private HeapQuery() {}

    /**
     * Prints nothing if the configuration is invalid, which the verb reports.
     *
     * @param args the configuration, and perhaps which of its nodes this is
     */
    public static void main(String[] args) {
        try {
            ConfigSource source =
                    new ConfigSource(Path.of(args[0]), System.getenv()).withPlatform(PlatformPlace.UNASKED);
            Config config = (args.length > 1 ? source.withNode(args[1]) : source).load();
            System.out.println(answer(config, HeapQuery::totalMemory));
        } catch (ConfigException e) {
            System.exit(Narrows.EXIT_BAD_INPUT);
        }
    }

    /**
     * Returns the line.
     *
     * @param totalMemory memory of the machine or the container, in bytes; half of it is the limit of a raised heap
     */
    static String answer(Config config, LongSupplier totalMemory) {
        boolean store = config.store().filter(StoreSettings::sharesProcess).isPresent();
        long usual = store ? STORE_MIB : SIDECAR_MIB;
        long more = moreForContexts(config.link().contextMemory());
        long heap = more == 0 ? usual : Math.max(usual, Math.min(usual + more, halfInMib(totalMemory.getAsLong())));
        return (store ? "store " : "sidecar ") + heap;
    }

    /** Contexts may be on the heap and take at most half of it, so each MiB above the default needs two. */
    private static long moreForContexts(long contextMemory) {
        return Math.max(0, 2 * (contextMemory - LinkSettings.DEFAULT_CONTEXT_MEMORY)) >> MIB_SHIFT;
    }

    private static long halfInMib(long bytes) {
        return bytes / 2 >> MIB_SHIFT;
    }

    private static long totalMemory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }
}
