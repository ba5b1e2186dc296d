package io.narrows.lab.bench.db;

import java.nio.file.Path;
import java.security.CodeSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/** Describes the machine on which figures were measured. */
final class Machine {
    private Machine() {}

    static String describe() {
        return Runtime.getRuntime().availableProcessors() + " processors, " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + ", JDK " + Runtime.version()
                + rocksDbJar().map(jar -> ", " + jar).orElse("") + ", " + LocalDate.now(ZoneOffset.UTC);
    }

    /** Returns the name of the jar, which contains the version; the jar itself does not. */
    private static Optional<String> rocksDbJar() {
        try {
            CodeSource source = Class.forName("org.rocksdb.RocksDB", false, Machine.class.getClassLoader())
                    .getProtectionDomain()
                    .getCodeSource();
            return Optional.ofNullable(source)
                    .map(from ->
                            Path.of(from.getLocation().getPath()).getFileName().toString());
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }
}
