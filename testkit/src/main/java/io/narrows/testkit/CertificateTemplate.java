package io.narrows.testkit;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;

/**
 * The subject, names, validity and kind of key of a certificate to be created. It is created in this process: a program such as
 * {@code keytool} takes half a second of processor time to start. Keys and signatures are the JDK's; Bouncy Castle only encodes.
 * By default: a key of P-256, no alternative names, valid for 90 days from now.
 */
public final class CertificateTemplate {
    private static final int SERIAL_BITS = 63;

    private final String subject;
    private final List<GeneralName> names = new ArrayList<>();
    private KeyAlgorithm keyAlgorithm = KeyAlgorithm.EC;
    private int keyBits = keyAlgorithm.bits();
    private boolean authority;
    private boolean serversOnly;
    private Instant begin = Instant.now();
    private int days = 90;

    /** A certificate and its private key. */
    public record Created(X509Certificate certificate, PrivateKey key) {
        /** Writes the certificate as {@code NAME.pem}, and returns that file. */
        public Path writeCertificate(Path folder, String name) throws IOException, GeneralSecurityException {
            return pem(folder.resolve(name + ".pem"), "CERTIFICATE", certificate.getEncoded());
        }

        /** Writes the key as {@code NAME.key}, and returns that file. */
        public Path writeKey(Path folder, String name) throws IOException {
            return pem(folder.resolve(name + ".key"), "PRIVATE KEY", key.getEncoded());
        }

        private static Path pem(Path file, String type, byte[] der) throws IOException {
            String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
            return Files.writeString(file, "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(type, base64, type));
        }
    }

    /** @param subject the common name */
    public CertificateTemplate(String subject) {
        this.subject = subject;
    }

    /** Returns the common name. */
    public String subject() {
        return subject;
    }

    /** Adds alternative names, which may begin with {@code *.}. */
    public CertificateTemplate dns(String... added) {
        return names(GeneralName.dNSName, added);
    }

    /** Adds alternative names that are IP addresses. */
    public CertificateTemplate ip(String... added) {
        return names(GeneralName.iPAddress, added);
    }

    /** Adds alternative names that are URIs. */
    public CertificateTemplate uri(String... added) {
        return names(GeneralName.uniformResourceIdentifier, added);
    }

    private CertificateTemplate names(int kind, String... added) {
        for (String name : added) {
            names.add(new GeneralName(kind, name));
        }
        return this;
    }

    /** Sets the algorithm of the key, which has its usual length. */
    public CertificateTemplate key(KeyAlgorithm algorithm) {
        return key(algorithm, algorithm.bits());
    }

    /** Sets the algorithm of the key, and its length in bits. */
    public CertificateTemplate key(KeyAlgorithm algorithm, int bits) {
        keyAlgorithm = algorithm;
        keyBits = bits;
        return this;
    }

    /** Makes it the certificate of an authority. */
    public CertificateTemplate authority() {
        authority = true;
        return this;
    }

    /** Restricts its usage to that of servers. */
    public CertificateTemplate serversOnly() {
        serversOnly = true;
        return this;
    }

    /** Makes it valid for that many days from now. */
    public CertificateTemplate days(int valid) {
        return days(0, valid);
    }

    /**
     * Makes it valid for some days.
     *
     * @param until days from now to the first of them; negative in the past
     */
    public CertificateTemplate days(int until, int valid) {
        begin = Instant.now().plus(Duration.ofDays(until));
        days = valid;
        return this;
    }

    /** Creates a certificate that is signed with its own key. */
    public Created selfSigned() throws GeneralSecurityException {
        KeyPair pair = newKeys();
        X500Principal self = new X500Principal("CN=" + subject);
        return new Created(sign(pair, self, pair.getPrivate()), pair.getPrivate());
    }

    /** Creates a certificate that is signed with the key of an authority of the same algorithm. */
    public Created signedBy(Created issuer) throws GeneralSecurityException {
        KeyPair pair = newKeys();
        X500Principal authoritySubject = issuer.certificate().getSubjectX500Principal();
        return new Created(sign(pair, authoritySubject, issuer.key()), pair.getPrivate());
    }

    private KeyPair newKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(keyAlgorithm.jdkName());
        generator.initialize(keyBits);
        return generator.generateKeyPair();
    }

    private X509Certificate sign(KeyPair own, X500Principal issuer, PrivateKey signingKey)
            throws GeneralSecurityException {
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE),
                Date.from(begin),
                Date.from(begin.plus(Duration.ofDays(days))),
                new X500Principal("CN=" + subject),
                own.getPublic());
        try {
            if (!names.isEmpty()) {
                builder.addExtension(
                        Extension.subjectAlternativeName, false, new GeneralNames(names.toArray(GeneralName[]::new)));
            }
            if (authority) {
                builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            }
            if (serversOnly) {
                builder.addExtension(
                        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            }
            builder.addExtension(
                    Extension.subjectKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createSubjectKeyIdentifier(own.getPublic()));
            return new JcaX509CertificateConverter().getCertificate(builder.build(keyAlgorithm.signer(signingKey)));
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
    }
}
