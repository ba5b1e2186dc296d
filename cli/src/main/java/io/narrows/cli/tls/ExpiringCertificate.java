package io.narrows.cli.tls;

import io.narrows.config.Config;
import io.narrows.proxy.tls.CertificateSummary;
import io.narrows.proxy.tls.NodeCertificateException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A file with a certificate that expires soon, or with an authority that has expired.
 *
 * @param end when the first certificate in the file expires
 * @param now the time of the check
 */
public record ExpiringCertificate(Path file, Instant end, Instant now) {
    private static final Duration NOTICE = Duration.ofDays(30);

    /**
     * Returns the files of links, of databases and of the store in which a certificate expires within 30 days; those that cannot
     * be read are left out.
     */
    public static List<ExpiringCertificate> of(Config config, Instant now) {
        TreeSet<Path> files = new TreeSet<>(config.certificateFiles());
        config.store().flatMap(store -> store.clients().tls()).ifPresent(tls -> files.add(tls.cert()));
        Instant notice = now.plus(NOTICE);
        return files.stream()
                .flatMap(file -> end(file).stream()
                        .filter(end -> end.isBefore(notice))
                        .map(end -> new ExpiringCertificate(file, end, now)))
                .toList();
    }

    /** Returns the expiry; empty for a key, and for a fault that {@code CertificateCheck} reports. */
    private static Optional<Instant> end(Path file) {
        try {
            return Optional.of(CertificateSummary.read(file).end());
        } catch (NodeCertificateException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return file
                + (end.isBefore(now)
                        ? ": a certificate expired at " + end
                        : ": a certificate expires at " + end + ", in "
                                + Duration.between(now, end).toDays() + " days");
    }
}
