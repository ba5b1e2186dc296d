package io.narrows.proxy.tls;

import io.narrows.proxy.tls.CertificateFault.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Reads certificates and private keys from PEM files. Other blocks of a file are skipped. */
final class PemFile {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
    private static final List<String> KEY_ALGORITHMS = List.of("EC", "RSA", "EdDSA", "RSASSA-PSS");

    private PemFile() {}

    /** Returns the certificates of a file, at least one. */
    static List<X509Certificate> certificates(Path file) throws NodeCertificateException {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory x509 = CertificateFactory.getInstance("X.509");
            for (MatchResult block : blocks(file)) {
                if (block.group(1).equals("CERTIFICATE") || block.group(1).equals("X509 CERTIFICATE")) {
                    certificates.add(
                            (X509Certificate) x509.generateCertificate(new ByteArrayInputStream(content(file, block))));
                }
            }
        } catch (GeneralSecurityException e) {
            throw unreadable(file, "damaged certificate, " + e.getMessage() + " (expected: X.509 in PEM)");
        }
        if (certificates.isEmpty()) {
            throw unreadable(file, "no certificate found (expected: at least one, in PEM)");
        }
        return certificates;
    }

    /** Returns the first private key of a file. */
    static PrivateKey privateKey(Path file) throws NodeCertificateException {
        for (MatchResult block : blocks(file)) {
            String type = block.group(1);
            if (type.equals("PRIVATE KEY")) {
                return privateKey(file, content(file, block));
            }
            if (type.endsWith("PRIVATE KEY")) {
                throw unreadable(
                        file,
                        "the key has type " + type
                                + " (expected: PRIVATE KEY, which is unencrypted PKCS#8; convert it with openssl pkcs8"
                                + " -topk8 -nodes)");
            }
        }
        throw unreadable(file, "no private key found (expected: unencrypted PKCS#8 in PEM)");
    }

    private static PrivateKey privateKey(Path file, byte[] der) throws NodeCertificateException {
        for (String algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
            } catch (GeneralSecurityException e) {
                // the key contains its algorithm, and only that algorithm accepts it
            }
        }
        throw unreadable(file, "damaged key, or unknown key algorithm (expected: one of " + KEY_ALGORITHMS + ")");
    }

    private static List<MatchResult> blocks(Path file) throws NodeCertificateException {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            return BLOCK.matcher(text).results().toList();
        } catch (IOException e) {
            throw unreadable(file, "cannot be read: " + e);
        }
    }

    private static byte[] content(Path file, MatchResult block) throws NodeCertificateException {
        try {
            return Base64.getMimeDecoder().decode(block.group(2));
        } catch (IllegalArgumentException e) {
            throw unreadable(file, "damaged " + block.group(1) + ", " + e.getMessage());
        }
    }

    private static NodeCertificateException unreadable(Path file, String detail) {
        return new NodeCertificateException(new CertificateFault(file, Kind.UNREADABLE, detail));
    }
}
