package io.narrows.proxy.tls;

import io.narrows.config.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;

/**
 * When certificates end: of a file with several, the first one that does.
 *
 * @param node of the own chain, whose issuers are in the same file
 * @param authority of those who may sign the peers' certificates
 */
record Validity(Instant node, Instant authority) {
    static Validity of(TlsFiles files) throws IOException {
        return new Validity(end(files.cert()), end(files.ca()));
    }

    private static Instant end(Path file) throws IOException {
        try (InputStream pem = Files.newInputStream(file)) {
            Collection<? extends Certificate> chain =
                    CertificateFactory.getInstance("X.509").generateCertificates(pem);
            return chain.stream()
                    .map(certificate ->
                            ((X509Certificate) certificate).getNotAfter().toInstant())
                    .min(Instant::compareTo)
                    .orElseThrow(() -> new IOException(file + ": no certificate in it (expected: PEM, one at least)"));
        } catch (CertificateException e) {
            throw new IOException(file + ": " + e.getMessage() + " (expected: X.509 certificates as PEM)", e);
        }
    }
}
