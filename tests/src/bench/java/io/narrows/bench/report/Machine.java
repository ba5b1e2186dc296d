package io.narrows.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Describes the machine that figures were measured on. */
final class Machine {
    private Machine() {}

    /**
     * Returns one sentence.
     *
     * @param jvm what runs on this JDK, such as {@code client on JDK}
     */
    static String describe(String jvm) throws IOException {
        return "%d processors (%s), Linux %s, %s %s, %s."
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        model(Files.readString(Path.of("/proc/cpuinfo"))),
                        System.getProperty("os.version"),
                        jvm,
                        Runtime.version(),
                        LocalDate.now(ZoneOffset.UTC));
    }

    static String model(String cpuinfo) {
        return cpuinfo.lines()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown model");
    }
}
