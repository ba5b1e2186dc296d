package io.narrows.tests.support;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A certificate authority and its node certificates, created with openssl. */
public final class Certificates {
    /** The files of a sidecar's {@code tls} section. */
    public record Identity(Path cert, Path key, Path ca) {
        /** Returns the serial number of the certificate that the file contains now, in decimal digits. */
        public String serial() throws IOException {
            try (InputStream in = Files.newInputStream(cert)) {
                X509Certificate certificate = (X509Certificate)
                        CertificateFactory.getInstance("X.509").generateCertificate(in);
                return certificate.getSerialNumber().toString();
            } catch (CertificateException e) {
                throw new IOException(cert.toString(), e);
            }
        }
    }

    private static final String OPENSSL_CONFIG = """
            [req]
            distinguished_name = subject
            prompt = no
            [subject]
            CN = ${ENV::CN}
            [authority]
            basicConstraints = critical, CA:TRUE
            keyUsage = critical, keyCertSign
            subjectKeyIdentifier = hash
            [mint]
            basicConstraints = critical, CA:TRUE, pathlen:0
            keyUsage = critical, keyCertSign
            extendedKeyUsage = serverAuth
            subjectKeyIdentifier = hash
            nameConstraints = critical, ${ENV::SAN}
            [node]
            basicConstraints = critical, CA:FALSE
            extendedKeyUsage = serverAuth, clientAuth
            subjectAltName = ${ENV::SAN}
            """;

    private static final String COMMON_NAME = "narrows tests";

    private final Path directory;
    private final Path config;
    private final Path ca;
    private final Path caKey;

    public Certificates(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.config = Files.writeString(directory.resolve("openssl.cnf"), OPENSSL_CONFIG);
        this.ca = directory.resolve("ca.pem");
        this.caKey = directory.resolve("ca.key");
        create(ca, caKey, COMMON_NAME, "DNS:unused", "-extensions", "authority");
    }

    /** Creates a certificate for {@code DNS:} and the node's id. */
    public Identity node(String id) {
        return named(id, "DNS:" + id);
    }

    /** Creates a certificate that several nodes share, with {@code DNS:} and each id. */
    public Identity shared(List<String> ids) {
        return named("shared", ids.stream().map(id -> "DNS:" + id).collect(Collectors.joining(",")));
    }

    /** Creates a certificate of a database's user, which databases know by its common name. */
    public Identity user(String name) {
        return user(name, "user-" + name);
    }

    /** Creates a certificate of a database's user in files with that name. */
    public Identity user(String name, String file) {
        return named(file, name, "DNS:" + name);
    }

    /** Creates a certificate for a server that clients reach at the host's address. */
    public Identity server(Host host) {
        return named(host.name(), "DNS:" + host.name() + ",IP:" + host.ip());
    }

    /**
     * Creates a certificate with any names. Its subject is not that of the authority, because Erlang considers such
     * certificates self-signed.
     *
     * @param file its name without suffix, and the common name
     * @param names each with its kind, such as {@code DNS:db-1}
     */
    public Identity names(String file, List<String> names) {
        return named(file, file, String.join(",", names));
    }

    /** Creates a certificate for a server on the test's own host. */
    public Identity loopback() {
        return named("loopback", "DNS:localhost,IP:127.0.0.1");
    }

    /**
     * Creates an authority of its own for a sidecar that mints certificates.
     *
     * @param names those that it may sign for
     * @return the authority and its key, and the authorities that the database next to the sidecar trusts
     */
    public Identity mint(String id, List<String> names) throws IOException {
        String constraints = names.stream().map(name -> "permitted;DNS:" + name).collect(Collectors.joining(","));
        Path cert = directory.resolve(id + "-mint.pem");
        Path key = directory.resolve(id + "-mint.key");
        create(
                cert,
                key,
                COMMON_NAME + " mint",
                constraints + ",excluded;IP:0.0.0.0/0.0.0.0,excluded;IP:::/::",
                "-extensions",
                "mint");
        Path trusted = Files.writeString(
                directory.resolve(id + "-trusted.pem"), Files.readString(ca) + Files.readString(cert));
        return new Identity(cert, key, trusted);
    }

    private Identity named(String file, String subjectAltName) {
        return named(file, COMMON_NAME, subjectAltName);
    }

    private Identity named(String file, String commonName, String subjectAltName) {
        Path cert = directory.resolve(file + ".pem");
        Path key = directory.resolve(file + ".key");
        create(
                cert,
                key,
                commonName,
                subjectAltName,
                "-extensions",
                "node",
                "-CA",
                ca.toString(),
                "-CAkey",
                caKey.toString());
        return new Identity(cert, key, ca);
    }

    private void create(Path cert, Path key, String commonName, String subjectAltName, String... options) {
        List<String> command =
                new ArrayList<>(List.of("env", "CN=" + commonName, "SAN=" + subjectAltName, "openssl", "req", "-x509"));
        command.addAll(List.of("-config", config.toString(), "-days", "2", "-nodes"));
        command.addAll(List.of("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"));
        command.addAll(List.of("-out", cert.toString(), "-keyout", key.toString()));
        command.addAll(List.of(options));
        Command.run(command);
    }
}
