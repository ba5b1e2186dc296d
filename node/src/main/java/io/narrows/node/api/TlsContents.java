package io.narrows.node.api;

import io.grpc.util.CertificateUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Optional;

/** Contents of the files of an {@link ApiTls}. Compares bytes, not file names or times. */
record TlsContents(ByteBuffer certificate, ByteBuffer key, Optional<ByteBuffer> clientCa) {
    private static final byte[] CHALLENGE = {1, 2, 3, 4};

    /** @param clientCa empty if clients need no certificate */
    record Parsed(X509Certificate[] chain, PrivateKey key, X509Certificate[] clientCa) {}

    /** @throws IOException naming the file that cannot be read */
    static TlsContents read(ApiTls files) throws IOException {
        return new TlsContents(
                bytes(files.certificate()),
                bytes(files.key()),
                files.clientCa().isPresent()
                        ? Optional.of(bytes(files.clientCa().get()))
                        : Optional.empty());
    }

    /**
     * Parses the contents.
     *
     * @param files named in messages
     * @throws IOException unless the contents are PEM certificates and their key
     */
    Parsed parsed(ApiTls files) throws IOException {
        X509Certificate[] chain = certificates(files.certificate(), certificate);
        PrivateKey secret = key(files.key());
        if (!belongs(secret, chain[0])) {
            throw new IOException(
                    "%s: the key does not match the certificate in %s".formatted(files.key(), files.certificate()));
        }
        X509Certificate[] authorities = clientCa.isPresent()
                ? certificates(files.clientCa().orElseThrow(), clientCa.get())
                : new X509Certificate[0];
        return new Parsed(chain, secret, authorities);
    }

    private PrivateKey key(Path file) throws IOException {
        try {
            return CertificateUtils.getPrivateKey(stream(key));
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw new IOException(file + ": " + e.getMessage() + " (expected: unencrypted PKCS #8 in PEM)", e);
        }
    }

    private static X509Certificate[] certificates(Path file, ByteBuffer pem) throws IOException {
        try {
            X509Certificate[] found = CertificateUtils.getX509Certificates(stream(pem));
            if (found.length == 0) {
                throw new IOException(file + ": no certificate found (expected: at least one, in PEM)");
            }
            return found;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": " + e.getMessage() + " (expected: X.509 certificates in PEM)", e);
        }
    }

    /**
     * Returns whether the key and the certificate match. Files that are replaced one after another take effect
     * only once they match.
     */
    private static boolean belongs(PrivateKey key, X509Certificate certificate) {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm(); // Ed25519 and Ed448 have no other
        };
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(CHALLENGE);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(CHALLENGE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false; // of a different type
        }
    }

    private static ByteBuffer bytes(Path file) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file));
    }

    private static InputStream stream(ByteBuffer bytes) {
        return new ByteArrayInputStream(bytes.array(), bytes.arrayOffset(), bytes.remaining());
    }
}
