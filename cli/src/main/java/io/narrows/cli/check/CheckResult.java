package io.narrows.cli.check;

import io.narrows.cli.tls.ExpiringCertificate;
import io.narrows.config.AssumedPrice;
import io.narrows.config.AutoSettings;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.config.ExposedAddress;
import io.narrows.config.PeerId;
import io.narrows.config.PlatformPlace;
import io.narrows.config.UnpackedGrowth;
import io.narrows.config.yaml.Problem;
import io.narrows.config.yaml.RenamedKey;
import io.narrows.config.yaml.Words;
import io.narrows.proxy.tls.CertificateFault;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The outcome of checking a configuration file and the certificates that it names.
 *
 * @param nodes the nodes of a shared file that it was checked for; empty if it was checked for a single node
 * @param configs one for each of these nodes, or the only one; empty if the file has problems
 * @param renamedKeys former names of keys in the file; none if it has problems
 * @param problems mistakes in the file
 * @param faults faults of certificates, which are checked only for a single node and if the file has no problems
 * @param expiring certificates that expire soon, which are checked like their faults
 */
public record CheckResult(
        Path file,
        List<PeerId> nodes,
        List<Config> configs,
        List<RenamedKey> renamedKeys,
        List<Problem> problems,
        List<CertificateFault> faults,
        List<ExpiringCertificate> expiring) {
    /**
     * Checks a file, and its certificates at a given time. If all nodes share the file and nothing says which of them is
     * meant, checks it for each of them, but no certificates, and asks no platform for the place of any.
     */
    public static CheckResult of(ConfigSource source, Instant now) {
        CheckResult result = ofNode(source, now);
        List<PeerId> nodes = result.problems.isEmpty() ? List.of() : source.undecided(); // a pipe is read once
        return nodes.isEmpty() ? result : ofNodes(source, nodes);
    }

    /** Checks a file for each of the nodes that it lists, whichever of them it says that this is, but no certificates. */
    public static CheckResult ofEachNode(ConfigSource source, Instant now) {
        List<PeerId> nodes = source.listed();
        return nodes.isEmpty() ? ofNode(source, now) : ofNodes(source, nodes);
    }

    private static CheckResult ofNode(ConfigSource source, Instant now) {
        Path file = source.file();
        try {
            List<RenamedKey> renamed = new ArrayList<>();
            Config config = source.load(renamed::add);
            return new CheckResult(
                    file,
                    List.of(),
                    List.of(config),
                    renamed,
                    List.of(),
                    CertificateCheck.faults(config, now),
                    ExpiringCertificate.of(config, now));
        } catch (ConfigException e) {
            return new CheckResult(file, List.of(), List.of(), List.of(), e.problems(), List.of(), List.of());
        }
    }

    private static CheckResult ofNodes(ConfigSource source, List<PeerId> nodes) {
        List<Config> configs = new ArrayList<>();
        TreeSet<RenamedKey> renamed = new TreeSet<>();
        TreeMap<Problem, List<PeerId>> problems = new TreeMap<>();
        for (PeerId node : nodes) {
            try {
                configs.add(source.withNode(node.value())
                        .withPlatform(PlatformPlace.UNASKED)
                        .load(renamed::add));
            } catch (ConfigException e) {
                e.problems()
                        .forEach(problem -> problems.computeIfAbsent(problem, first -> new ArrayList<>())
                                .add(node));
            }
        }
        boolean ok = problems.isEmpty();
        return new CheckResult(
                source.file(),
                nodes,
                ok ? configs : List.of(),
                ok ? List.copyOf(renamed) : List.of(),
                problems.entrySet().stream()
                        .map(problem -> ofSome(problem.getKey(), problem.getValue(), nodes))
                        .toList(),
                List.of(),
                List.of());
    }

    /** Returns a problem with the nodes that have it, unless all have. */
    private static Problem ofSome(Problem problem, List<PeerId> nodes, List<PeerId> all) {
        if (nodes.size() == all.size()) {
            return problem;
        }
        String ids = Words.and(nodes.stream().map(PeerId::value).toList());
        return new Problem(problem.place(), problem.wrong() + " (for " + ids + ")", problem.expected());
    }

    /** Returns the configuration, of the first node if there are several; empty if the file has problems. */
    public Optional<Config> config() {
        return configs.stream().findFirst();
    }

    /** Returns whether a sidecar can start with the file. */
    public boolean ok() {
        return problems.isEmpty() && faults.isEmpty();
    }

    /** Returns a line for each mistake, empty if there is none. */
    public List<String> mistakes() {
        return Stream.concat(problems.stream(), faults.stream())
                .map(Object::toString)
                .toList();
    }

    /**
     * Returns the addresses that will require explicit permission in the next release; none if the file has
     * problems.
     */
    public List<ExposedAddress> exposedAddresses() {
        return configs.stream()
                .flatMap(config -> ExposedAddress.of(config).stream())
                .distinct()
                .toList();
    }

    /** Returns a warning if the file sets {@code auto} and no rule uses it; none if the file has problems. */
    public Optional<String> unusedAuto() {
        return configs.stream().noneMatch(Config::usesAuto)
                        && configs.stream().anyMatch(config -> !config.auto().equals(AutoSettings.STANDARD))
                ? Optional.of("auto has no effect, because no rule of the policy has codec: auto")
                : Optional.empty();
    }

    /** Returns a line for each rule that may make unpacked data larger; none if the file has problems. */
    public List<String> unpackedGrowth() {
        return configs.stream()
                .flatMap(config -> UnpackedGrowth.of(config).stream())
                .distinct()
                .toList();
    }

    /** Returns a line for each price that the tariff lacks; none if the file has problems. */
    public List<String> assumedPrices() {
        LinkedHashSet<String> lines = new LinkedHashSet<>();
        configs.forEach(config -> lines.addAll(AssumedPrice.of(config)));
        return List.copyOf(lines);
    }
}
