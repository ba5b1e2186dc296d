package io.narrows.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** Runs the program {@code openssl}. */
public final class Openssl {
    /** Extensions of an authority that may sign for servers. */
    public static final List<String> AUTHORITY =
            List.of("basicConstraints=critical,CA:true,pathlen:0", "keyUsage=critical,keyCertSign");

    /** The files of an authority. */
    public record Authority(Path cert, Path key) {
        /** Reads the first certificate. */
        public X509Certificate certificate() throws IOException, CertificateException {
            try (InputStream pem = Files.newInputStream(cert)) {
                return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
            }
        }
    }

    private Openssl() {}

    /** Creates an authority with the usual extensions and these name constraints. */
    public static Authority authority(Path folder, String name, String constraints) throws Exception {
        return authority(folder, name, List.of("ec", "-pkeyopt", "ec_paramgen_curve:P-256"), 10, constraints);
    }

    /**
     * Creates an authority with the usual extensions.
     *
     * @param key arguments after {@code -newkey}
     */
    public static Authority authority(Path folder, String name, List<String> key, int days, String constraints)
            throws Exception {
        List<String> extensions = new ArrayList<>(AUTHORITY);
        extensions.add("nameConstraints=" + constraints);
        return certificate(folder, name, key, days, extensions);
    }

    /** Creates a certificate that has signed itself. */
    public static Authority certificate(Path folder, String name, List<String> key, int days, List<String> extensions)
            throws Exception {
        Path cert = folder.resolve(name + ".pem");
        Path keyFile = folder.resolve(name + ".key");
        List<String> command = new ArrayList<>(List.of("openssl", "req", "-x509", "-nodes", "-newkey"));
        command.addAll(key);
        command.addAll(List.of("-days", Integer.toString(days), "-subj", "/CN=" + name));
        command.addAll(List.of("-keyout", keyFile.toString(), "-out", cert.toString()));
        extensions.forEach(extension -> command.addAll(List.of("-addext", extension)));
        run(folder, command);
        return new Authority(cert, keyFile);
    }

    /**
     * Runs a command in a folder.
     *
     * @throws IOException if it fails; the message has its output
     */
    public static void run(Path folder, List<String> command) throws IOException, InterruptedException {
        Path log = folder.resolve("command.log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(command + ": exit " + process.exitValue() + "\n" + Files.readString(log));
        }
    }
}
