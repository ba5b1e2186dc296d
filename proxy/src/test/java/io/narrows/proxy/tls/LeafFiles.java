package io.narrows.proxy.tls;

import io.narrows.testkit.Openssl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Verifies minted certificates with the program {@code openssl}. */
final class LeafFiles {
    private LeafFiles() {}

    /**
     * Verifies a certificate strictly, as a client that trusts an authority.
     *
     * @param check further arguments
     * @throws IOException if it is refused; the message says why
     */
    static void verify(Path folder, MintedLeaf leaf, Path trusted, String... check) throws Exception {
        Path shown = write(folder.resolve("leaf.pem"), leaf.chain().subList(0, 1));
        Path between = write(
                folder.resolve("chain.pem"),
                leaf.chain().subList(1, leaf.chain().size()));
        List<String> command = new ArrayList<>(List.of("openssl", "verify", "-x509_strict", "-purpose", "sslserver"));
        command.addAll(List.of("-CAfile", trusted.toString(), "-untrusted", between.toString()));
        command.addAll(List.of(check));
        command.add(shown.toString());
        Openssl.run(folder, command);
    }

    /** Returns whether openssl accepts it. */
    static boolean isAccepted(Path folder, MintedLeaf leaf, Path trusted) throws Exception {
        try {
            verify(folder, leaf, trusted);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Path write(Path file, List<X509Certificate> certificates)
            throws IOException, CertificateEncodingException {
        StringBuilder text = new StringBuilder();
        for (X509Certificate certificate : certificates) {
            text.append("-----BEGIN CERTIFICATE-----\n")
                    .append(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded()))
                    .append("\n-----END CERTIFICATE-----\n");
        }
        return Files.writeString(file, text);
    }
}
