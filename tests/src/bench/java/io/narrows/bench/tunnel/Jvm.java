package io.narrows.bench.tunnel;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The JVM of a sidecar, if it differs from the launcher's choice.
 *
 * @param major version of the JDK, one below {@code /usr/lib/jvm}; empty for the launcher's choice
 * @param change to the launcher's options
 */
record Jvm(String major, Change change) {
    static final Jvm AS_SHIPPED = new Jvm("", Change.NONE);

    private static final Path JDKS = Path.of("/usr/lib/jvm");

    /** One difference from the shipped options, or an addition. */
    enum Change {
        NONE("", "", ""),
        /** No archived classes, neither ours nor the JDK's, and with JDK 25 no method profiles. */
        NO_ARCHIVE("no-archive", "no archive", "-XX:AOTMode=off"),
        /** The fast compiler only. */
        C1("c1", "C1 only", "-XX:TieredStopAtLevel=1"),
        NO_UNSAFE("no-unsafe", "without Unsafe", "-Dio.netty.noUnsafe=true"),
        /** Each collection is a line of the log; without a label, as nothing else changes. */
        GC_LOG("gc-log", "", "-Xlog:gc"),
        INLINING("inlining", "inlining as by default", "-XX:InlineSmallCode=2500 -XX:FreqInlineSize=325");

        /** All changes, as on the command line. */
        static final String OPTIONS = Arrays.stream(values())
                .filter(change -> change != NONE)
                .map(change -> change.option)
                .collect(Collectors.joining(", +"));

        private final String option;
        private final String label;
        private final String flags;

        Change(String option, String label, String flags) {
            this.option = option;
            this.label = label;
            this.flags = flags;
        }

        /** Returns the change of that name on the command line; empty if there is none. */
        static Optional<Change> parse(String option) {
            return Arrays.stream(values())
                    .filter(change -> change != NONE && change.option.equals(option))
                    .findFirst();
        }
    }

    /** Returns the label; empty for the shipped options. */
    String label() {
        return (major.isEmpty() ? "" : ", JDK " + major) + (change.label.isEmpty() ? "" : ", " + change.label);
    }

    /**
     * Returns the words before the launcher's path in a command.
     *
     * @throws IOException if there is no such JDK
     */
    List<String> prefix() throws IOException {
        if (equals(AS_SHIPPED)) {
            return List.of();
        }
        boolean olderArchive = change == Change.NO_ARCHIVE && major.equals("17");
        String options = "NARROWS_JAVA_OPTS=" + (olderArchive ? "-Xshare:off" : change.flags);
        return major.isEmpty() ? List.of("env", options) : List.of("env", "NARROWS_JAVA=" + java(), options);
    }

    private Path java() throws IOException {
        try (DirectoryStream<Path> jdks = Files.newDirectoryStream(JDKS)) {
            for (Path jdk : jdks) {
                Path release = jdk.resolve("release");
                if (Files.isReadable(release) && Files.readString(release).contains("JAVA_VERSION=\"" + major + ".")) {
                    return jdk.resolve("bin").resolve("java");
                }
            }
        }
        throw new IOException("no JDK " + major + " in " + JDKS);
    }
}
