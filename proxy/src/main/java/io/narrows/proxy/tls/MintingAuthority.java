package io.narrows.proxy.tls;

import io.narrows.config.CertificateFiles;
import io.narrows.config.IpAddress;
import io.narrows.proxy.tls.CertificateFault.Kind;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A local authority that signs certificates of servers, for the names that its constraints permit. Keys and signatures are the
 * JDK's; only the certificates are encoded by Bouncy Castle. Thread-safe.
 *
 * <pre>
 *        begin      now                              renewal        end
 *   ───────┼─────────┼──────────────────────────────────┼────────────┼───────
 *            5 min: clocks differ                           8 h
 * </pre>
 */
final class MintingAuthority {
    private static final Duration BACK = Duration.ofMinutes(5);
    private static final Duration LIFETIME = Duration.ofHours(24);
    private static final Duration RENEWAL = Duration.ofHours(8);
    private static final int SERIAL_BITS = 127;
    private static final int CERT_SIGN = 5;
    private static final String SERVER_AUTH = KeyPurposeId.id_kp_serverAuth.getId();
    private static final String ANY_USAGE = KeyPurposeId.anyExtendedKeyUsage.getId();
    private static final String HOW = " (make one with openssl req -x509 -addext"
            + " nameConstraints=critical,permitted;DNS:NAME,permitted;IP:ADDRESS/MASK and so on; all of it is in"
            + " docs/configuration.md, section mint)";

    private final NodeCertificate own;
    private final SigningLimits limits;
    private final Instant end;
    private final SecureRandom random = new SecureRandom();

    private MintingAuthority(NodeCertificate own) {
        this.own = own;
        this.limits = SigningLimits.of(own.chain());
        this.end = Validity.end(own.chain());
    }

    /** @throws NodeCertificateException if the authority cannot sign, or could sign for any name; it lists all faults */
    static MintingAuthority read(CertificateFiles files, Instant now) throws NodeCertificateException {
        NodeCertificate own = NodeCertificate.read(files.cert(), files.key());
        List<CertificateFault> faults = new ArrayList<>(own.faultsOfServer(now));
        try {
            SigningLimits.of(own.chain()); // checks the extensions of the whole chain
            faults.addAll(faultsOfUsage(own.file(), own.chain().get(0)));
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            faults.add(unusable(own.file(), "the authority has a malformed extension: " + e.getMessage()));
        }
        if (!faults.isEmpty()) {
            throw new NodeCertificateException(faults);
        }
        return new MintingAuthority(own);
    }

    private static List<CertificateFault> faultsOfUsage(Path file, X509Certificate authority)
            throws GeneralSecurityException {
        List<CertificateFault> faults = new ArrayList<>();
        boolean[] usage = authority.getKeyUsage();
        List<String> purposes = authority.getExtendedKeyUsage();
        if (authority.getBasicConstraints() < 0) {
            faults.add(unusable(file, "the certificate is not an authority's (expected: basicConstraints CA:true)"));
        }
        if (usage == null || !usage[CERT_SIGN]) {
            faults.add(unusable(file, "the authority may not sign certificates (expected: keyUsage keyCertSign)"));
        }
        if (purposes != null && !purposes.contains(SERVER_AUTH) && !purposes.contains(ANY_USAGE)) {
            faults.add(unusable(
                    file,
                    "the authority may not sign for servers (expected: extendedKeyUsage serverAuth, or no"
                            + " extendedKeyUsage)"));
        }
        ConstrainedNames constraints = ConstrainedNames.of(authority).orElse(null);
        if (constraints == null) {
            faults.add(
                    unusable(file, "the authority has no name constraints, so its key could sign for any name" + HOW));
        } else if (!constraints.limitNames() || !constraints.limitAddresses()) {
            String kind = constraints.limitNames() ? "IP addresses" : "DNS names";
            faults.add(unusable(
                    file,
                    "the authority's name constraints do not limit " + kind + ", so its key could sign for any of them"
                            + HOW));
        }
        return faults;
    }

    private static CertificateFault unusable(Path file, String detail) {
        return new CertificateFault(file, Kind.WRONG_USAGE, detail);
    }

    /** Returns the certificate and its issuers, as in the file. */
    List<X509Certificate> chain() {
        return own.chain();
    }

    Path file() {
        return own.file();
    }

    /** Returns when the first certificate of the chain expires. */
    Instant end() {
        return end;
    }

    /** Returns whether the authority may sign for a DNS name or an address. */
    boolean permits(String name) {
        return limits.permit(name);
    }

    /**
     * Makes a key, and a certificate for DNS names and addresses that are permitted.
     *
     * @throws IOException if it cannot be signed
     */
    MintedLeaf mint(List<String> names, Instant now) throws IOException {
        Instant authorityBegin = own.chain().get(0).getNotBefore().toInstant();
        Instant second = now.truncatedTo(ChronoUnit.SECONDS);
        Instant begin = later(second.minus(BACK), authorityBegin);
        Instant last = earlier(begin.plus(LIFETIME), end);
        try {
            KeyPair pair = EcKeys.generate();
            List<X509Certificate> chain = new ArrayList<>();
            chain.add(sign(names, pair.getPublic(), begin, last));
            chain.addAll(own.chain());
            return new MintedLeaf(pair.getPrivate(), chain, last.isBefore(end) ? last.minus(RENEWAL) : last);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IOException("cannot sign with " + own.keyFile() + ": " + e, e);
        }
    }

    private X509Certificate sign(List<String> names, PublicKey key, Instant begin, Instant last)
            throws GeneralSecurityException, OperatorCreationException, IOException {
        X509Certificate authority = own.chain().get(0);
        // No subject: a name there would count as a DNS name where a client finds no other.
        X509v3CertificateBuilder leaf = new JcaX509v3CertificateBuilder(
                authority,
                new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE),
                Date.from(begin),
                Date.from(last),
                new X500Principal(""),
                key);
        JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
        leaf.addExtension(Extension.subjectAlternativeName, true, alternatives(names));
        leaf.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        leaf.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        leaf.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        leaf.addExtension(Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(key));
        leaf.addExtension(Extension.authorityKeyIdentifier, false, issuer(authority, identifiers));
        ContentSigner signer = new JcaContentSignerBuilder(algorithm(authority.getPublicKey())).build(own.key());
        return new JcaX509CertificateConverter().getCertificate(leaf.build(signer));
    }

    /** Names the authority's key only: a renewed certificate of it has another serial number. */
    private static AuthorityKeyIdentifier issuer(X509Certificate authority, JcaX509ExtensionUtils identifiers)
            throws GeneralSecurityException {
        SubjectKeyIdentifier known =
                SubjectKeyIdentifier.fromExtensions(new JcaX509CertificateHolder(authority).getExtensions());
        return known == null
                ? identifiers.createAuthorityKeyIdentifier(authority.getPublicKey())
                : new AuthorityKeyIdentifier(known.getKeyIdentifier());
    }

    private static GeneralNames alternatives(List<String> names) {
        return new GeneralNames(names.stream()
                .map(name -> IpAddress.parse(name)
                        .map(address -> new GeneralName(
                                GeneralName.iPAddress, new DEROctetString(ConstrainedNames.bytes(address))))
                        .orElseGet(() -> new GeneralName(GeneralName.dNSName, name)))
                .toArray(GeneralName[]::new));
    }

    private static String algorithm(PublicKey key) {
        if (key instanceof ECKey ec) {
            int bits = ec.getParams().getOrder().bitLength();
            return (bits <= 256 ? "SHA256" : bits <= 384 ? "SHA384" : "SHA512") + "withECDSA";
        }
        return key instanceof EdECKey ed ? ed.getParams().getName() : "SHA256withRSA";
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
