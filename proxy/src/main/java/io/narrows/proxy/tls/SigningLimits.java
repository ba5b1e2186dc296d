package io.narrows.proxy.tls;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/** The names for which a chain of authorities may sign, by the name constraints of each. */
public final class SigningLimits {
    private final List<ConstrainedNames> constraints;

    private SigningLimits(List<ConstrainedNames> constraints) {
        this.constraints = constraints;
    }

    /** @throws IllegalArgumentException if an extension is malformed */
    static SigningLimits of(List<X509Certificate> chain) {
        return new SigningLimits(chain.stream()
                .flatMap(certificate -> ConstrainedNames.of(certificate).stream())
                .toList());
    }

    /** @throws NodeCertificateException if the file cannot be read, has no certificate, or one with malformed constraints */
    public static SigningLimits read(Path file) throws NodeCertificateException {
        try {
            return of(PemFile.certificates(file));
        } catch (IllegalArgumentException e) {
            throw new NodeCertificateException(List.of(new CertificateFault(
                    file,
                    CertificateFault.Kind.WRONG_USAGE,
                    "the authority has a malformed extension: " + e.getMessage())));
        }
    }

    /** Returns whether certificates for a DNS name or an address are permitted. */
    public boolean permit(String name) {
        return constraints.stream().allMatch(each -> each.permit(name));
    }
}
