package io.narrows.cli;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.proxy.tls.CertificateFault;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --config}, as several verbs have it. */
final class ConfigOption {
    @Option(
            names = {"-c", "--config"},
            required = true,
            paramLabel = "FILE",
            description = "The configuration, a YAML file.")
    private Path file;

    Path file() {
        return file;
    }

    /** The configuration; empty when the file has mistakes, which are all on standard error then. */
    Optional<Config> load() {
        return load(file);
    }

    /** As {@link #load}, with the certificates that the configuration names, whose faults count as mistakes. */
    Optional<Config> loadWithCertificates() {
        return load().filter(config -> {
            List<CertificateFault> faults =
                    CertificateCheck.faults(config, Clock.systemUTC().instant());
            faults.forEach(System.err::println);
            return faults.isEmpty();
        });
    }

    static Optional<Config> load(Path file) {
        try {
            return Optional.of(ConfigLoader.load(file));
        } catch (ConfigException e) {
            e.problems().forEach(System.err::println);
            return Optional.empty();
        }
    }
}
