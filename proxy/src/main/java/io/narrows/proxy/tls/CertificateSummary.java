package io.narrows.proxy.tls;

import io.narrows.config.yaml.Words;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.security.auth.x500.X500Principal;

/**
 * The names of the first certificate in a file, and the expiry of all of them.
 *
 * @param subject the distinguished name (RFC 2253)
 * @param names the alternative names: of DNS, addresses and URIs; may be empty
 * @param end when the first certificate in the file expires
 */
public record CertificateSummary(String subject, List<String> names, Instant end) {
    private static final int SHOWN = 3;
    private static final String WILDCARD = "*.";

    public CertificateSummary {
        names = List.copyOf(names);
    }

    /** @throws NodeCertificateException if the file cannot be read, or has no certificate */
    public static CertificateSummary read(Path file) throws NodeCertificateException {
        List<X509Certificate> certificates = PemFile.certificates(file);
        X509Certificate first = certificates.get(0);
        return new CertificateSummary(
                first.getSubjectX500Principal().getName(X500Principal.RFC2253),
                CertificateNames.hosts(first),
                Validity.end(certificates));
    }

    /**
     * Returns whether a client that dials a name or an address may accept the certificate: it has that name, or a wildcard in the
     * place of its first label. Without alternative names the subject counts, as for some clients.
     */
    public boolean covers(String dialed) {
        return names.isEmpty()
                ? Arrays.stream(subject.split(",")).anyMatch(("CN=" + dialed)::equalsIgnoreCase)
                : names.stream().anyMatch(name -> matches(name, dialed));
    }

    private static boolean matches(String name, String dialed) {
        String pattern = name.toLowerCase(Locale.ROOT);
        String host = dialed.toLowerCase(Locale.ROOT);
        int dot = host.indexOf('.');
        return pattern.equals(host)
                || pattern.startsWith(WILDCARD)
                        && dot > 0
                        && pattern.substring(1).equals(host.substring(dot));
    }

    /** Returns the names in words, or the subject if there are none. */
    public String holder() {
        if (names.isEmpty()) {
            return subject;
        }
        List<String> shown = new ArrayList<>(names.subList(0, Math.min(SHOWN, names.size())));
        if (names.size() > SHOWN) {
            shown.add((names.size() - SHOWN) + " more");
        }
        return Words.and(shown);
    }

    /** Returns the holder and the day on which the first certificate expires, in UTC. */
    @Override
    public String toString() {
        return holder() + ", expires " + end.atOffset(ZoneOffset.UTC).toLocalDate();
    }
}
