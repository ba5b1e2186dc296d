package io.narrows.node.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A self-signed certificate for localhost, created by the JDK's {@code keytool}, in PEM files. */
record SelfSigned(Path certificate, Path key) {
    private static final String PASSWORD = "changeit";

    static SelfSigned of(String id, Path folder) throws Exception {
        Path store = folder.resolve(id + ".p12");
        keytool(id, store, folder.resolve(id + ".log"));
        KeyStore entries = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            entries.load(in, PASSWORD.toCharArray());
        }
        byte[] certificate = entries.getCertificate(id).getEncoded();
        byte[] key = entries.getKey(id, PASSWORD.toCharArray()).getEncoded();
        return new SelfSigned(
                pem(folder.resolve(id + ".pem"), "CERTIFICATE", certificate),
                pem(folder.resolve(id + ".key"), "PRIVATE KEY", key));
    }

    private static void keytool(String id, Path store, Path log) throws IOException, InterruptedException {
        Path program = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> command = List.of(
                program.toString(),
                "-genkeypair",
                "-alias",
                id,
                "-dname",
                "CN=" + id,
                "-ext",
                "san=dns:localhost",
                "-keyalg",
                "EC",
                "-validity",
                "2",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
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
