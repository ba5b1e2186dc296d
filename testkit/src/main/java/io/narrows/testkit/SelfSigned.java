package io.narrows.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A self-signed certificate of a node, created by the JDK's {@code keytool}, in the files for {@code link.tls}. */
public record SelfSigned(Path cert, Path key, Instant end) {
    private static final String PASSWORD = "changeit";

    /** Returns a certificate for {@code DNS:} and the node's id, valid for that many days from now. */
    public static SelfSigned of(String id, int days, Path folder) throws Exception {
        return of(id, folder, "-ext", "san=dns:" + id, "-keyalg", "EC", "-validity", Integer.toString(days));
    }

    /** Returns a certificate for {@code localhost}, valid for two days. */
    public static SelfSigned localhost(String id, Path folder) throws Exception {
        return of(id, folder, "-ext", "san=dns:localhost", "-keyalg", "EC", "-validity", "2");
    }

    /** Returns a certificate with keytool's options. */
    public static SelfSigned of(String id, Path folder, String... options) throws Exception {
        Path store = folder.resolve(id + ".p12");
        List<String> subject = new ArrayList<>(List.of("-alias", id, "-dname", "CN=" + id));
        subject.addAll(List.of(options));
        keytool(subject, List.of("-keystore", store.toString(), "-storepass", PASSWORD), folder.resolve(id + ".log"));
        KeyStore entries = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            entries.load(in, PASSWORD.toCharArray());
        }
        X509Certificate certificate = (X509Certificate) entries.getCertificate(id);
        byte[] key = entries.getKey(id, PASSWORD.toCharArray()).getEncoded();
        return new SelfSigned(
                pem(folder.resolve(id + ".pem"), "CERTIFICATE", certificate.getEncoded()),
                pem(folder.resolve(id + ".key"), "PRIVATE KEY", key),
                certificate.getNotAfter().toInstant());
    }

    /** Returns the YAML of a node's {@code link} that trusts the certificates in a file. */
    public String tls(Path ca) {
        return "tls: {cert: '%s', key: '%s', ca: '%s'}".formatted(cert, key, ca);
    }

    private static void keytool(List<String> subject, List<String> store, Path log)
            throws IOException, InterruptedException {
        Path program = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> command = new ArrayList<>(
                List.of(program.toString(), "-J-XX:TieredStopAtLevel=1", "-genkeypair")); // starts sooner
        command.addAll(subject);
        command.addAll(store);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(command + ": exit " + process.exitValue() + "\n" + Files.readString(log));
        }
    }

    private static Path pem(Path file, String type, byte[] der) throws IOException {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Files.writeString(file, "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(type, base64, type));
    }
}
