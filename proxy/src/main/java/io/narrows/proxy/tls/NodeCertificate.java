package io.narrows.proxy.tls;

import io.narrows.config.CertificatePattern;
import io.narrows.config.PeerId;
import io.narrows.proxy.tls.CertificateFault.Kind;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A certificate chain and its private key, as read from their files.
 *
 * @param chain the node's own certificate first
 */
public record NodeCertificate(Path file, List<X509Certificate> chain, Path keyFile, PrivateKey key) {
    private static final String ANY_USAGE = "2.5.29.37.0";
    private static final List<String> BOTH_USAGES = List.of("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
    private static final byte[] SIGNED = {'n', 'a', 'r', 'r', 'o', 'w', 's'};

    public NodeCertificate {
        chain = List.copyOf(chain);
    }

    /** @throws NodeCertificateException if a file cannot be read or parsed */
    public static NodeCertificate read(Path file, Path keyFile) throws NodeCertificateException {
        return new NodeCertificate(file, PemFile.certificates(file), keyFile, PemFile.privateKey(keyFile));
    }

    /**
     * Returns the reasons why peers would refuse this node's links at the given time.
     *
     * @param allowed names of which peers that find this node allow one
     * @param listed whether there are other peers, which allow its id
     */
    public List<CertificateFault> faultsOfLinks(
            PeerId nodeId, List<CertificatePattern> allowed, boolean listed, Instant now) {
        List<CertificateFault> faults = new ArrayList<>(faultsOfServer(now));
        List<String> names = CertificateNames.of(own());
        List<String> all = CertificateNames.all(own());
        List<String> missing = new ArrayList<>();
        if (listed && !names.contains(nodeId.value())) {
            missing.add(nodeId + ", as a DNS name or as " + CertificateNames.SPIFFE_PREFIX + nodeId);
        }
        if (!allowed.isEmpty() && allowed.stream().noneMatch(pattern -> pattern.admits(nodeId, all))) {
            missing.add(allowed.stream()
                    .map(pattern -> pattern.nameOf(nodeId))
                    .distinct()
                    .collect(Collectors.joining(" or ")));
        }
        if (!missing.isEmpty()) {
            faults.add(new CertificateFault(
                    file,
                    Kind.WRONG_NAME,
                    "the certificate names "
                            + (all.isEmpty() ? "no node" : String.join(", ", names.isEmpty() ? all : names))
                            + " (expected: " + String.join(", and ", missing) + ")"));
        }
        if (!isForBothEnds()) {
            faults.add(new CertificateFault(
                    file,
                    Kind.WRONG_USAGE,
                    "the certificate's extended key usage lacks clientAuth or serverAuth (expected: both, or no extended key"
                            + " usage)"));
        }
        return faults;
    }

    /** Returns the reasons why any client would refuse this certificate at the given time. */
    public List<CertificateFault> faultsOfServer(Instant now) {
        List<CertificateFault> faults = new ArrayList<>();
        if (!isPair(own().getPublicKey(), key)) {
            faults.add(new CertificateFault(
                    keyFile, Kind.KEY_MISMATCH, "the private key does not match the certificate " + file));
        }
        Instant begin = own().getNotBefore().toInstant();
        Instant end = own().getNotAfter().toInstant();
        if (now.isBefore(begin)) {
            faults.add(new CertificateFault(file, Kind.NOT_YET_VALID, "the certificate is not valid before " + begin));
        } else if (now.isAfter(end)) {
            faults.add(new CertificateFault(file, Kind.EXPIRED, "the certificate expired at " + end));
        }
        return faults;
    }

    private X509Certificate own() {
        return chain.get(0);
    }

    private boolean isForBothEnds() {
        try {
            List<String> usages = own().getExtendedKeyUsage();
            return usages == null || usages.contains(ANY_USAGE) || usages.containsAll(BOTH_USAGES);
        } catch (CertificateParsingException e) {
            return false;
        }
    }

    private static boolean isPair(PublicKey publicKey, PrivateKey privateKey) {
        Optional<String> algorithm = signatureOf(publicKey.getAlgorithm());
        try {
            Signature signature = Signature.getInstance(algorithm.orElseThrow(GeneralSecurityException::new));
            if (signature.getAlgorithm().equals("RSASSA-PSS")) {
                signature.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
            }
            signature.initSign(privateKey);
            signature.update(SIGNED);
            byte[] signed = signature.sign();
            signature.initVerify(publicKey);
            signature.update(SIGNED);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static Optional<String> signatureOf(String keyAlgorithm) {
        return switch (keyAlgorithm) {
            case "EC" -> Optional.of("SHA256withECDSA");
            case "RSA" -> Optional.of("SHA256withRSA");
            case "EdDSA", "Ed25519", "Ed448" -> Optional.of("EdDSA");
            case "RSASSA-PSS" -> Optional.of("RSASSA-PSS");
            default -> Optional.empty();
        };
    }
}
