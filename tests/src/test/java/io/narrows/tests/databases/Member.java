package io.narrows.tests.databases;

import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** One member of a database on a separate host. */
final class Member {
    private static final String LOG = "database";

    private final int number;
    private final String id;
    private final Host host;
    private final Path generated;
    private final Wiring wiring;
    private final Optional<Identity> tls;
    private Server server;
    private int starts;

    /**
     * @param number 1 for the first
     * @param generated the folder that {@code narrows generate} wrote for the node
     * @param tls the certificate for connections between members; empty for plain text
     */
    Member(int number, String id, Host host, Path generated, Wiring wiring, Optional<Identity> tls) {
        this.number = number;
        this.id = id;
        this.host = host;
        this.generated = generated;
        this.wiring = wiring;
        this.tls = tls;
    }

    int number() {
        return number;
    }

    String id() {
        return id;
    }

    Host host() {
        return host;
    }

    Path generated() {
        return generated;
    }

    /** Returns the certificate for connections between members, its key and the authority; empty for plain text. */
    Optional<Identity> tls() {
        return tls;
    }

    /** Returns the name that {@code narrows generate} gives the machine. */
    static String machineName(int number) {
        return "host-" + number + ".example";
    }

    /** Returns whether the members reach each other through sidecars. */
    boolean hasSidecar() {
        return wiring.hasSidecars();
    }

    /** Returns the lines of a generated file, adapted to the way members reach each other. */
    String settings(String file) {
        try {
            return wiring.applied(Files.readString(generated.resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file of the member, outside the generated folder. */
    Path write(String file, String text) {
        try {
            return Files.writeString(host.directory().resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the existing folder for data. */
    Path data() {
        try {
            return Files.createDirectories(host.directory().resolve("data"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the program of the member on its host. */
    Server run(List<String> command) {
        server = host.start(LOG, command);
        starts++;
        return server;
    }

    /** Returns how often the program was started. */
    int starts() {
        return starts;
    }

    Server server() {
        return server;
    }

    /** Returns the program's output of all its runs. */
    String log() {
        return server.log();
    }

    /** Returns the number of matches in the log. */
    long logged(String pattern) {
        return Pattern.compile(pattern).matcher(log()).results().count();
    }
}
