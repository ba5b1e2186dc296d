package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import io.narrows.cli.generate.database.DatabaseKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The record of the files that {@code generate} wrote to a folder. It distinguishes the files of an earlier run from others, and
 * keeps the numbers of nodes and their roles in the database from changing unnoticed. {@code sha256sum --check} accepts the file
 * too.
 *
 * <p>While a run moves files, the record has their old and new digests.
 *
 * @param database the name of the database in cluster files; empty without a record
 * @param digests SHA-256 of each file except keys, certificates of nodes and the authority,
 *     in hexadecimal, by its path in the folder
 * @param replaced digests that files of an earlier run may still have, by path; empty once a run has ended
 * @param numbers the number of each node, by its id
 * @param joined the ids of the nodes that were not in the first run
 * @param voters the numbers of the database's voters, none in most databases
 */
record Manifest(
        String database,
        Map<String, String> digests,
        Map<String, Set<String>> replaced,
        Map<String, Integer> numbers,
        Set<String> joined,
        Set<Integer> voters) {
    static final String FILE = "generated.sha256";

    private static final String HEAD =
            "# Written by narrows generate, which refuses to replace files that differ from these entries.\n";
    private static final Pattern DATABASE = Pattern.compile("# database (\\S+)");
    private static final Pattern JOINED = Pattern.compile("# joined (\\S+)");
    private static final Pattern VOTER = Pattern.compile("# voter (\\d{1,3})");
    private static final Pattern NODE = Pattern.compile("# node (\\d{1,3}) (\\S+)");
    private static final Pattern REPLACED = Pattern.compile("# replaces ([0-9a-f]{64})  (.+)");
    private static final Pattern DIGEST = Pattern.compile("([0-9a-f]{64})  (.+)");

    static Manifest of(Cluster cluster, Map<String, String> files) {
        Map<String, String> digests = new TreeMap<>();
        files.forEach((path, content) -> digests.put(path, digest(content.getBytes(StandardCharsets.UTF_8))));
        Map<String, Integer> numbers =
                cluster.nodes().stream().collect(Collectors.toMap(ClusterNode::id, ClusterNode::number));
        Set<Integer> voters = cluster.kind().database().voters(cluster).stream()
                .map(ClusterNode::number)
                .collect(Collectors.toCollection(TreeSet::new));
        return new Manifest(
                cluster.kind().toString(), digests, Map.of(), numbers, new TreeSet<>(cluster.joined()), voters);
    }

    /** Reads the record of a folder; empty if there is none. */
    static Manifest read(Path folder) throws IOException {
        String database = "";
        Map<String, String> digests = new TreeMap<>();
        Map<String, Set<String>> replaced = new TreeMap<>();
        Map<String, Integer> numbers = new TreeMap<>();
        Set<String> joined = new TreeSet<>();
        Set<Integer> voters = new TreeSet<>();
        for (String line : lines(folder.resolve(FILE))) {
            Matcher kind = DATABASE.matcher(line);
            Matcher node = NODE.matcher(line);
            Matcher newcomer = JOINED.matcher(line);
            Matcher voter = VOTER.matcher(line);
            Matcher former = REPLACED.matcher(line);
            Matcher digest = DIGEST.matcher(line);
            if (kind.matches()) {
                database = kind.group(1);
            } else if (node.matches()) {
                numbers.put(node.group(2), Integer.valueOf(node.group(1)));
            } else if (newcomer.matches()) {
                joined.add(newcomer.group(1));
            } else if (voter.matches()) {
                voters.add(Integer.valueOf(voter.group(1)));
            } else if (former.matches()) {
                replaced.computeIfAbsent(former.group(2), path -> new TreeSet<>())
                        .add(former.group(1));
            } else if (digest.matches()) {
                digests.put(digest.group(2), digest.group(1));
            }
        }
        return new Manifest(database, digests, replaced, numbers, joined, voters);
    }

    /** Returns the record for the time while files of the former record may still exist. */
    Manifest replacing(Manifest former) {
        Map<String, Set<String>> states = new TreeMap<>();
        former.replaced.keySet().forEach(path -> states.put(path, former.known(path)));
        former.digests.keySet().forEach(path -> states.put(path, former.known(path)));
        return new Manifest(database, digests, states, numbers, joined, voters);
    }

    /** Returns the digests that a file may have; empty if no run wrote such a file. */
    Set<String> known(String path) {
        Set<String> known = new TreeSet<>(replaced.getOrDefault(path, Set.of()));
        Optional.ofNullable(digests.get(path)).ifPresent(known::add);
        return known;
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /** Returns the ids of the nodes that join an existing cluster; none if the folder had another database. */
    Set<String> joinedOf(Cluster cluster) {
        return cluster.nodes().stream()
                .map(ClusterNode::id)
                .filter(id -> database.equals(cluster.kind().toString()))
                .filter(id -> joined.contains(id) || !numbers.containsKey(id))
                .collect(Collectors.toSet());
    }

    /** Returns the voters that a run for a database has to keep; none if the folder had another database. */
    Set<Integer> votersOf(DatabaseKind kind) {
        return database.equals(kind.toString()) ? voters : Set.of();
    }

    String text() {
        StringBuilder text = new StringBuilder(HEAD);
        text.append("# database ").append(database).append('\n');
        numbers.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .forEach(node -> text.append("# node ")
                        .append(node.getValue())
                        .append(' ')
                        .append(node.getKey())
                        .append('\n'));
        joined.forEach(id -> text.append("# joined ").append(id).append('\n'));
        voters.forEach(number -> text.append("# voter ").append(number).append('\n'));
        replaced.forEach((path, states) -> states.forEach(digest -> text.append("# replaces ")
                .append(digest)
                .append("  ")
                .append(path)
                .append('\n')));
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
