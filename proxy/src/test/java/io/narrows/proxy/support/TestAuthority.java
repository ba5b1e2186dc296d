package io.narrows.proxy.support;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/** An authority of databases and the certificates that it has issued, created by the JDK's {@code keytool}. */
public final class TestAuthority {
    /** The keys of an authority and of its certificates. */
    public enum Keys {
        EC("-keyalg", "EC"),
        /** The weakest that TLS accepts: the JDK signs with it four times as fast as with a key of P-256, and checks 40 times as fast. */
        RSA("-keyalg", "RSA", "-keysize", "1024");

        private final List<String> options;

        Keys(String... options) {
            this.options = List.of(options);
        }
    }

    private static final String PASSWORD = "changeit";

    private final String name;
    private final Path folder;
    private final Keys keys;
    private final Path store;

    /** @param folder of the keystore and of the PEM files */
    public TestAuthority(String name, Path folder) throws IOException, InterruptedException {
        this(name, folder, Keys.EC);
    }

    public TestAuthority(String name, Path folder, Keys keys) throws IOException, InterruptedException {
        this.name = name;
        this.folder = folder;
        this.keys = keys;
        this.store = folder.resolve(name + ".p12");
        keytool(name, "-ext", "bc:c", "-validity", "100");
    }

    /** A certificate with its key, in PEM files. */
    public record Issued(Path cert, Path key, PrivateKey privateKey, X509Certificate certificate) {}

    /** Issues a certificate for a DNS name, valid for a day. */
    public Issued issue(String dnsName) throws Exception {
        return issue(dnsName, "-validity", "1");
    }

    /** Issues a certificate for a DNS name that has expired. */
    public Issued issueExpired(String dnsName) throws Exception {
        return issue(dnsName, "-startdate", "-10d", "-validity", "5");
    }

    private Issued issue(String dnsName, String... options) throws Exception {
        String alias = dnsName + System.nanoTime();
        List<String> all = new ArrayList<>(List.of("-signer", name, "-ext", "san=dns:" + dnsName));
        all.addAll(List.of(options));
        keytool(alias, all.toArray(String[]::new));
        KeyStore entries = entries();
        PrivateKey key = (PrivateKey) entries.getKey(alias, PASSWORD.toCharArray());
        X509Certificate certificate = (X509Certificate) entries.getCertificate(alias);
        return new Issued(
                pem(alias + ".pem", "CERTIFICATE", certificate.getEncoded()),
                pem(alias + ".key", "PRIVATE KEY", key.getEncoded()),
                key,
                certificate);
    }

    /** Returns the PEM file of the authority's own certificate. */
    public Path file() throws Exception {
        return pem(name + ".pem", "CERTIFICATE", certificate().getEncoded());
    }

    /** Returns its own certificate. */
    public X509Certificate certificate() throws IOException, GeneralSecurityException {
        return (X509Certificate) entries().getCertificate(name);
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

    private KeyStore entries() throws IOException, GeneralSecurityException {
        KeyStore entries = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            entries.load(in, PASSWORD.toCharArray());
        }
        return entries;
    }

    private void keytool(String alias, String... options) throws IOException, InterruptedException {
        Path program = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "-J-XX:TieredStopAtLevel=1", // starts sooner
                "-genkeypair",
                "-alias",
                alias,
                "-dname",
                "CN=" + alias,
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(keys.options);
        command.addAll(List.of(options));
        Path log = folder.resolve(alias + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(command + ": exit " + process.exitValue() + "\n" + Files.readString(log));
        }
    }

    private Path pem(String file, String type, byte[] der) throws IOException {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Files.writeString(
                folder.resolve(file), "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(type, base64, type));
    }
}
