package io.narrows.tests.deploy;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A machine as far as an installation changes it: separate folders replace {@code /etc}, {@code /opt} and
 * {@code /usr/local/bin}.
 */
final class Machine {
    /** Copies the files of /etc that users, the loader and Debian's JDK need; $0 is the destination. */
    private static final String SETTLE = """
            cd /etc
            for file in passwd group shadow gshadow login.defs nsswitch.conf ld.so.cache java-*; do
                if [ -e "$file" ]; then cp -rL "$file" "$0"; fi
            done
            """;

    /** The commands before the program: $0 is the folder of the machine. */
    private static final String BOOT = """
            mount --bind "$0/etc" /etc
            mount --bind "$0/opt" /opt
            mount --bind "$0/bin" /usr/local/bin
            cd /
            exec "$@"
            """;

    private final Path directory;

    Machine(Path directory) throws IOException {
        this.directory = directory;
        Files.createDirectories(directory.resolve("opt"));
        Files.createDirectories(directory.resolve("bin"));
        Files.createDirectories(directory.resolve("etc"));
        Command.run("sh", "-ec", SETTLE, directory.resolve("etc").toString());
    }

    /**
     * Runs a program as root.
     *
     * @return its output
     * @throws IllegalStateException if it fails; the message has its output
     */
    String run(String... command) {
        List<String> whole = new ArrayList<>(List.of("unshare", "--mount", "sh", "-ec", BOOT, directory.toString()));
        whole.addAll(List.of(command));
        return Command.run(whole);
    }

    /** Runs a program as a user without any privilege. */
    String runAs(String user, String... command) {
        List<String> whole = new ArrayList<>(AsUser.of(user));
        whole.addAll(List.of(command));
        return run(whole.toArray(String[]::new));
    }

    /** Returns the machine's file at a path such as {@code /etc/narrows/narrows.yaml}. */
    Path file(String path) {
        String local = path.replaceFirst("^/usr/local/bin", "/bin");
        return directory.resolve(local.substring(1));
    }
}
