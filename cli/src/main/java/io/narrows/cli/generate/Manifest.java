package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The record of the files that {@code generate} wrote to a folder. It distinguishes the files of an earlier run from others,
 * and keeps the numbers of nodes from changing unnoticed. {@code sha256sum --check} accepts the file too.
 *
 * @param digests SHA-256 of each file except certificates and keys, in hexadecimal, by its path in the folder
 * @param numbers the number of each node, by its id
 */
record Manifest(Map<String, String> digests, Map<String, Integer> numbers) {
    static final String FILE = "generated.sha256";

    private static final String HEAD =
            "# Written by narrows generate, which refuses to replace files that are not as they stand here.\n";
    private static final Pattern NODE = Pattern.compile("# node (\\d{1,3}) (\\S+)");
    private static final Pattern DIGEST = Pattern.compile("([0-9a-f]{64})  (.+)");

    static Manifest of(Cluster cluster, Map<String, String> files) {
        Map<String, String> digests = new TreeMap<>();
        files.forEach((path, content) -> digests.put(path, digest(content.getBytes(StandardCharsets.UTF_8))));
        return new Manifest(
                digests, cluster.nodes().stream().collect(Collectors.toMap(ClusterNode::id, ClusterNode::number)));
    }

    /** Reads the record of a folder; empty if there is none. */
    static Manifest read(Path folder) throws IOException {
        Manifest manifest = new Manifest(new TreeMap<>(), new TreeMap<>());
        try {
            for (String line : Files.readAllLines(folder.resolve(FILE))) {
                manifest.add(line);
            }
        } catch (NoSuchFileException e) {
            return manifest;
        }
        return manifest;
    }

    private void add(String line) {
        Matcher node = NODE.matcher(line);
        Matcher digest = DIGEST.matcher(line);
        if (node.matches()) {
            numbers.put(node.group(2), Integer.valueOf(node.group(1)));
        } else if (digest.matches()) {
            digests.put(digest.group(2), digest.group(1));
        }
    }

    String text() {
        StringBuilder text = new StringBuilder(HEAD);
        numbers.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .forEach(node -> text.append("# node ")
                        .append(node.getValue())
                        .append(' ')
                        .append(node.getKey())
                        .append('\n'));
        digests.forEach(
                (path, digest) -> text.append(digest).append("  ").append(path).append('\n'));
        return text.toString();
    }

    static String digest(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
