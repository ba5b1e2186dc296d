package io.narrows.proxy.support;

import io.narrows.testkit.CertificateTemplate;
import io.narrows.testkit.CertificateTemplate.Created;
import io.narrows.testkit.KeyAlgorithm;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/** An authority of databases and the certificates that it has issued. */
public final class TestAuthority {
    /** The keys of an authority and of its certificates. */
    public enum Keys {
        EC(KeyAlgorithm.EC, 256),
        /** The weakest that TLS accepts: the JDK signs with it four times as fast as with a key of P-256, and checks 40 times as fast. */
        RSA(KeyAlgorithm.RSA, 1024);

        private final KeyAlgorithm algorithm;
        private final int bits;

        Keys(KeyAlgorithm algorithm, int bits) {
            this.algorithm = algorithm;
            this.bits = bits;
        }
    }

    private static final String PASSWORD = "changeit";

    private final String name;
    private final Path folder;
    private final Keys keys;
    private final Created own;

    /** @param folder of the PEM files */
    public TestAuthority(String name, Path folder) throws GeneralSecurityException {
        this(name, folder, Keys.EC);
    }

    public TestAuthority(String name, Path folder, Keys keys) throws GeneralSecurityException {
        this.name = name;
        this.folder = folder;
        this.keys = keys;
        this.own = template(name).authority().days(100).selfSigned();
    }

    private CertificateTemplate template(String subject) {
        return new CertificateTemplate(subject).key(keys.algorithm, keys.bits);
    }

    /** A certificate with its key, in PEM files. */
    public record Issued(Path cert, Path key, PrivateKey privateKey, X509Certificate certificate) {}

    /** Issues a certificate for a DNS name, valid for a day. */
    public Issued issue(String dnsName) throws Exception {
        return issue(dnsName, 0, 1);
    }

    /** Issues a certificate for a DNS name that has expired. */
    public Issued issueExpired(String dnsName) throws Exception {
        return issue(dnsName, -10, 5);
    }

    private Issued issue(String dnsName, int until, int days) throws Exception {
        String alias = dnsName + System.nanoTime();
        Created issued = template(alias).dns(dnsName).days(until, days).signedBy(own);
        return new Issued(
                issued.writeCertificate(folder, alias),
                issued.writeKey(folder, alias),
                issued.key(),
                issued.certificate());
    }

    /** Returns the PEM file of the authority's own certificate. */
    public Path file() throws Exception {
        return own.writeCertificate(folder, name);
    }

    /** Returns its own certificate. */
    public X509Certificate certificate() {
        return own.certificate();
    }

    /** Returns a context that shows a certificate, or none if there is none, and trusts this authority. */
    public SSLContext context(Issued... shown) throws Exception {
        return trusting(certificate(), shown);
    }

    /** Returns a context that shows a certificate, or none if there is none, and trusts another authority. */
    public static SSLContext trusting(X509Certificate authority, Issued... shown) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        for (Issued own : shown) {
            keys.setKeyEntry("own", own.privateKey(), PASSWORD.toCharArray(), new Certificate[] {own.certificate()});
        }
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", authority);
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trustManagers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                new KeyManager[] {
                    new AlwaysOwn((X509ExtendedKeyManager) keyManagers.getKeyManagers()[0])
                },
                trustManagers.getTrustManagers(),
                null);
        return context;
    }

    /** Shows its certificate even to those who do not name its authority. */
    private static final class AlwaysOwn extends X509ExtendedKeyManager {
        private static final String OWN = "own";

        private final X509ExtendedKeyManager keys;

        AlwaysOwn(X509ExtendedKeyManager keys) {
            this.keys = keys;
        }

        private String ownIfPresent() {
            return keys.getPrivateKey(OWN) == null ? null : OWN;
        }

        @Override
        public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
            return ownIfPresent();
        }

        @Override
        public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            return keys.chooseServerAlias(keyType, issuers, socket);
        }

        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            return keys.getClientAliases(keyType, issuers);
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            return keys.getServerAliases(keyType, issuers);
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return keys.getCertificateChain(alias);
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return keys.getPrivateKey(alias);
        }
    }
}
