package io.narrows.cli.check;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.config.ExposedAddress;
import io.narrows.config.yaml.Problem;
import io.narrows.config.yaml.RenamedKey;
import io.narrows.proxy.tls.CertificateFault;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The outcome of checking a configuration file and the certificates that it names.
 *
 * @param config empty if the file has problems
 * @param renamedKeys former names of keys in the file; none if it has problems
 * @param problems mistakes in the file
 * @param faults faults of certificates, which are checked only if the file has no problems
 */
public record CheckResult(
        Path file,
        Optional<Config> config,
        List<RenamedKey> renamedKeys,
        List<Problem> problems,
        List<CertificateFault> faults) {
    /** Checks a file, and its certificates at a given time. */
    public static CheckResult of(ConfigSource source, Instant now) {
        Path file = source.file();
        try {
            List<RenamedKey> renamed = new ArrayList<>();
            Config config = source.load(renamed::add);
            return new CheckResult(file, Optional.of(config), renamed, List.of(), CertificateCheck.faults(config, now));
        } catch (ConfigException e) {
            return new CheckResult(file, Optional.empty(), List.of(), e.problems(), List.of());
        }
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
        return config.map(ExposedAddress::of).orElse(List.of());
    }
}
