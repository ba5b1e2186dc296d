package io.narrows.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Describes the machine that figures were measured on. */
public final class Machine {
    private Machine() {}

    /** Returns one sentence. */
    public static String describe() throws IOException {
        return "%d processors (%s), Linux %s, client on JDK %s, %s."
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        model(Files.readString(Path.of("/proc/cpuinfo"))),
                        System.getProperty("os.version"),
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
