package io.narrows.tests.databases;

import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Certificates.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Mutual TLS between members of a database, as in {@code config/examples/tls}: each has a certificate of its own, and shows
 * another one with the names of all members through its sidecar.
 */
final class MemberTls {
    private static final String DOMAIN = ".narrows.internal";
    private static final String ENDED = "tls: {cert: peers.pem, key: peers.key, ca: database-ca.pem}";
    private static final String BEGUN = "tls: {cert: database.pem, key: database.key, ca: database-ca.pem}";

    private final List<String> ids;
    private final List<String> targets;
    private final Certificates certificates;
    private final Identity peers;

    /**
     * @param ids those of the nodes, in the order of their numbers
     * @param targets those that get TLS
     * @param directory a new folder for the certificates
     */
    MemberTls(List<String> ids, List<String> targets, Path directory) throws IOException {
        this.ids = ids;
        this.targets = targets;
        this.certificates = new Certificates(directory);
        this.peers = certificates.names(
                "peers",
                IntStream.rangeClosed(1, ids.size())
                        .mapToObj(this::names)
                        .flatMap(List::stream)
                        .toList());
    }

    /** Returns the names by which members dial a node through their sidecars. */
    private List<String> names(int number) {
        return List.of("DNS:" + ids.get(number - 1) + DOMAIN, "IP:127.0.1." + number);
    }

    /**
     * Adds TLS to the configuration in a node's generated folder, and writes the certificates of its sidecar beside it.
     *
     * @param machine the address of the node's machine, where members dial it without sidecars
     * @return the certificate of the node's member
     */
    Identity add(Path folder, int number, String machine) throws IOException {
        List<String> names = new ArrayList<>(names(number));
        names.add("IP:" + machine);
        Identity own = certificates.names("member-" + number, names);
        Files.copy(own.cert(), folder.resolve("database.pem"));
        Files.copy(own.key(), folder.resolve("database.key"));
        Files.copy(own.ca(), folder.resolve("database-ca.pem"));
        Files.copy(peers.cert(), folder.resolve("peers.pem"));
        Files.copy(peers.key(), folder.resolve("peers.key"));
        Path config = folder.resolve("narrows.yaml");
        Files.writeString(config, withTls(Files.readString(config), ids, targets));
        return own;
    }

    /** Returns a generated configuration in which these targets and the captures that lead to them have TLS. */
    static String withTls(String config, List<String> ids, List<String> targets) {
        String result = config;
        for (String target : targets) {
            result = replaceEach(
                    result,
                    "\\b%s: (127\\.0\\.1\\.\\d+:\\d+)".formatted(target),
                    "%s: {address: $1, peers: [%s], %s}".formatted(target, String.join(", ", ids), BEGUN),
                    ids.size());
            result = replaceEach(
                    result,
                    "(\\{listen: [^}]*, target: %s\\b[^}]*)}".formatted(target),
                    "$1, %s}".formatted(ENDED),
                    ids.size());
        }
        return result;
    }

    private static String replaceEach(String text, String pattern, String replacement, int times) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        long found = matcher.results().count();
        if (found != times) {
            throw new IllegalArgumentException(
                    "found %d times (expected: %d): %s%nin:%n%s".formatted(found, times, pattern, text));
        }
        return matcher.replaceAll(replacement);
    }
}
