package io.narrows.cli.check.cluster;

import io.narrows.cli.check.CheckResult;
import io.narrows.config.ConfigSource;
import io.narrows.config.PlatformPlace;
import io.narrows.config.yaml.Place;
import io.narrows.config.yaml.Problem;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The outcome of checking the configurations of all nodes, individually and against each other. In a folder, these are
 * {@code narrows.yaml} in its subfolders, and the {@code .yaml} files in it except {@code cluster.yaml}. A file that all nodes
 * share has the configurations of all of them, or of the one that the file {@code environment} beside it names.
 *
 * @param results of the files, in the order of their names
 * @param disagreements between files that are individually valid
 */
public record ClusterCheck(Path folder, List<CheckResult> results, List<Problem> disagreements) {
    private static final String SIDECAR = "narrows.yaml";
    private static final String CLUSTER = "cluster.yaml";
    private static final String SUFFIX = ".yaml";

    /**
     * Checks a folder, or one shared file, and the certificates at a given time.
     *
     * @param environment values of the variables that the files refer to
     */
    public static ClusterCheck of(Path folder, Map<String, String> environment, Instant now) {
        Problems problems = new Problems();
        if (Files.isRegularFile(folder)) {
            ConfigSource source = new ConfigSource(folder, environment).withPlatform(PlatformPlace.UNASKED);
            CheckResult result = CheckResult.ofEachNode(source, now);
            if (result.nodes().isEmpty() && result.problems().isEmpty()) {
                problems.report(
                        Place.of(folder.toString()),
                        "the file has no \"nodes\"",
                        "a file that all nodes share, or a directory with the file of each node");
                return new ClusterCheck(folder, List.of(result), problems.sorted());
            }
            return of(folder, List.of(result), environment, now, problems);
        }
        List<CheckResult> results = files(folder, problems).stream()
                .map(file -> CheckResult.of(
                        new ConfigSource(file, NodeEnvironment.of(file, environment))
                                .withPlatform(PlatformPlace.UNASKED),
                        now))
                .toList();
        return of(folder, results, environment, now, problems);
    }

    private static ClusterCheck of(
            Path folder, List<CheckResult> results, Map<String, String> environment, Instant now, Problems problems) {
        List<NodeFile> nodes = nodes(results, environment, problems);
        List<Agreement> agreements = List.of(
                new PeersAgreement(),
                new LinksAgreement(),
                new TargetsAgreement(),
                new CapturesAgreement(),
                new PortsAgreement(),
                new PatternsAgreement(),
                new ListenersAgreement(),
                new HostsAgreement(),
                new CertificatesAgreement(now),
                new DatabaseTlsAgreement());
        // A file with mistakes would make its node unknown to its peers.
        boolean readable = results.stream().allMatch(result -> result.problems().isEmpty());
        if (readable) {
            agreements.forEach(agreement -> agreement.check(nodes, problems));
        }
        return new ClusterCheck(folder, results, problems.sorted());
    }

    /** Returns whether all sidecars can start and agree. */
    public boolean ok() {
        return disagreements.isEmpty() && results.stream().allMatch(CheckResult::ok);
    }

    /** Returns the number of nodes' configurations. */
    public int configurations() {
        return results.stream().mapToInt(result -> result.configs().size()).sum();
    }

    /** Returns a line for each mistake, empty if there is none. */
    public List<String> mistakes() {
        return Stream.concat(
                        results.stream().flatMap(result -> result.mistakes().stream()),
                        disagreements.stream().map(Problem::toString))
                .toList();
    }

    private static List<NodeFile> nodes(List<CheckResult> results, Map<String, String> environment, Problems problems) {
        List<NodeFile> nodes = new ArrayList<>();
        for (CheckResult result : results) {
            ConfigSource source = new ConfigSource(result.file(), NodeEnvironment.of(result.file(), environment));
            result.configs().forEach(config -> add(NodeFile.of(source, config), nodes, problems));
        }
        return nodes;
    }

    private static void add(NodeFile node, List<NodeFile> nodes, Problems problems) {
        Optional<NodeFile> same = Agreement.find(nodes, node.id());
        if (same.isPresent()) {
            problems.report(
                    node.place("node", "id"),
                    "node " + Words.quote(node.id().value()) + " is also defined by another file ("
                            + same.get().place("node", "id") + ")",
                    "a unique id for each node");
        } else {
            nodes.add(node);
        }
    }

    private static List<Path> files(Path folder, Problems problems) {
        try (Stream<Path> children = Files.list(folder)) {
            List<Path> files = children.map(child -> Files.isDirectory(child) ? child.resolve(SIDECAR) : child)
                    .filter(file -> file.toString().endsWith(SUFFIX) && !file.endsWith(CLUSTER))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                problems.report(
                        Place.of(folder.toString()),
                        "no configuration in the directory",
                        SIDECAR + " in a directory for each node, or files that end in " + SUFFIX);
            }
            return files;
        } catch (IOException e) {
            problems.report(
                    Place.of(folder.toString()),
                    "cannot read the directory (" + e + ")",
                    "a readable directory with" + " configurations");
            return List.of();
        }
    }
}
