package io.narrows.cli.generate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A private certificate authority in a folder, which issues certificates for nodes: P-256 keys in files that only their owner
 * can read, the node's id as DNS name, valid for both ends of a TLS connection.
 */
final class Authority {
    static final String CERTIFICATE = "ca.pem";
    static final String KEY = "ca.key";

    /**
     * Ten years for the authority and two for nodes: an operator who renews a node's certificate each year has a year to
     * spare.
     */
    private static final String AUTHORITY_DAYS = "3650";

    private static final String NODE_DAYS = "730";
    private static final int SERIAL_BYTES = 16;
    private static final String CONFIG_FILE = "openssl.cnf";
    private static final String CONFIG = """
            [req]
            distinguished_name = subject
            prompt = no
            [subject]
            CN = %1$s
            [authority]
            basicConstraints = critical, CA:TRUE, pathlen:0
            keyUsage = critical, keyCertSign, cRLSign
            subjectKeyIdentifier = hash
            [node]
            basicConstraints = critical, CA:FALSE
            keyUsage = critical, digitalSignature
            extendedKeyUsage = serverAuth, clientAuth
            subjectKeyIdentifier = hash
            authorityKeyIdentifier = keyid
            subjectAltName = DNS:%1$s
            """;

    private final Path folder;
    private final Path scratch;
    private final OpenSsl openSsl;
    private final SecureRandom random = new SecureRandom();

    /**
     * @param folder existing folder of its certificate and key
     * @param scratch folder for temporary files, which are deleted when a method returns
     */
    Authority(Path folder, Path scratch) {
        this.folder = folder;
        this.scratch = scratch;
        this.openSsl = new OpenSsl(scratch);
    }

    Path certificate() {
        return folder.resolve(CERTIFICATE);
    }

    Path key() {
        return folder.resolve(KEY);
    }

    /** Creates the authority in its folder. */
    void create() throws IOException, GenerateException {
        Path config = Files.writeString(scratch.resolve(CONFIG_FILE), CONFIG.formatted("narrows"));
        String[] request = {
            "req",
            "-x509",
            "-config",
            CONFIG_FILE,
            "-extensions",
            "authority",
            "-days",
            AUTHORITY_DAYS,
            "-nodes",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-keyout",
            key().toAbsolutePath().toString(),
            "-out",
            certificate().toAbsolutePath().toString()
        };
        openSsl.run(request);
        protect(key());
        Files.delete(config);
    }

    /**
     * Issues a certificate with its key.
     *
     * @param id of the node, the name in the certificate
     */
    void issue(String id, Path certificate, Path key) throws IOException, GenerateException {
        Path config = Files.writeString(scratch.resolve(CONFIG_FILE), CONFIG.formatted(id));
        Path request = scratch.resolve("request.pem");
        String[] ask = {
            "req",
            "-new",
            "-config",
            CONFIG_FILE,
            "-nodes",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-keyout",
            key.toAbsolutePath().toString(),
            "-out",
            request.getFileName().toString()
        };
        openSsl.run(ask);
        protect(key);
        String[] sign = {
            "x509",
            "-req",
            "-in",
            request.getFileName().toString(),
            "-CA",
            certificate().toAbsolutePath().toString(),
            "-CAkey",
            key().toAbsolutePath().toString(),
            "-set_serial",
            serial(),
            "-days",
            NODE_DAYS,
            "-sha256",
            "-extfile",
            CONFIG_FILE,
            "-extensions",
            "node",
            "-out",
            certificate.toAbsolutePath().toString()
        };
        openSsl.run(sign);
        Files.delete(request);
        Files.delete(config);
    }

    private static void protect(Path key) throws IOException {
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    }

    /** Returns a random serial number, positive and of at most 20 bytes as RFC 5280 requires. */
    private String serial() {
        byte[] bytes = new byte[SERIAL_BYTES];
        random.nextBytes(bytes);
        bytes[0] = (byte) (bytes[0] & 0x7f | 0x40);
        return "0x" + HexFormat.of().formatHex(bytes);
    }
}
