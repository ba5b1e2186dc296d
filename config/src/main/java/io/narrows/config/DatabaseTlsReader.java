package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code tls} of captures and of targets. A relative path starts at the folder of the configuration file. */
final class DatabaseTlsReader {
    static final Keys CAPTURE =
            Keys.of("capture tls").optional("cert", "key", "mint", "ca", "client", "starttls", "plaintext");
    static final Keys MINT = Keys.of("mint").required("cert", "key");
    static final Keys TARGET = Keys.of("target tls").required("ca").optional("cert", "key", "server-name", "plaintext");

    private record Read(YamlMap map, boolean plaintext, String where) {}

    private final ReadableFiles files;
    private final List<Read> all = new ArrayList<>();

    DatabaseTlsReader(Path folder) {
        this.files = new ReadableFiles(folder, "a readable PEM file");
    }

    /** Reads the TLS that a capture ends. */
    Optional<TerminatedTls> terminated(YamlValue value) {
        return value.map(CAPTURE).flatMap(tls -> {
            boolean minted = tls.has("mint");
            Optional<CertificateFiles> own = minted ? mint(tls) : shown(tls);
            Optional<Path> ca = tls.read("ca", files::read);
            ClientCertificate client = tls.read("client", word -> word.word(ClientCertificate.BY_LABEL))
                    .orElse(tls.has("ca") ? ClientCertificate.REQUIRED : ClientCertificate.NONE);
            if (client == ClientCertificate.REQUIRED && !tls.has("ca")) {
                tls.wrongKey(
                        "client",
                        "client: required without ca, so no certificate could be checked",
                        "ca, or client: none");
            }
            Optional<StartTls> startTls = tls.read("starttls", word -> word.word(StartTls.BY_LABEL));
            boolean plaintext = plaintext(tls, "capture");
            return own.map(pair -> new TerminatedTls(pair, minted, ca, client, startTls, plaintext));
        });
    }

    private Optional<CertificateFiles> shown(YamlMap tls) {
        for (String key : List.of("cert", "key")) {
            if (!tls.has(key)) {
                tls.wrong("capture tls has no \"" + key + "\"", "cert and key, or mint");
            }
        }
        return own(tls);
    }

    /** Reads the authority of a capture's certificates. Nobody but its owner may read the key, which could sign anything. */
    private Optional<CertificateFiles> mint(YamlMap tls) {
        for (String key : List.of("cert", "key")) {
            if (tls.has(key)) {
                tls.wrongKey(key, "capture tls has both \"" + key + "\" and \"mint\"", "cert and key, or mint");
            }
        }
        return tls.read("mint", value -> value.map(MINT)).flatMap(mint -> {
            Optional<Path> cert = mint.read("cert", files::read);
            Optional<Path> key = mint.read("key", value -> files.read(value).filter(file -> isPrivate(value, file)));
            return cert.flatMap(c -> key.map(k -> new CertificateFiles(c, k)));
        });
    }

    private static boolean isPrivate(YamlValue value, Path file) {
        Optional<String> exposed = OwnerOnly.objection(file);
        exposed.ifPresent(mode -> value.wrong(
                value.what() + " file " + Words.quote(file.toString()) + " of mint " + mode,
                "a file that only its owner can read (chmod 600)"));
        return exposed.isEmpty();
    }

    /** Reads the TLS that begins at a target. */
    Optional<OriginatedTls> originated(YamlValue value) {
        return value.map(TARGET).flatMap(tls -> {
            Optional<Path> ca = tls.read("ca", files::read);
            Optional<CertificateFiles> own = own(tls);
            if (tls.has("cert") != tls.has("key")) {
                String missing = tls.has("cert") ? "key" : "cert";
                tls.wrong("target tls has no \"" + missing + "\"", "cert and key together, or none of them");
            }
            Optional<String> name = tls.read("server-name", Names::host);
            boolean plaintext = plaintext(tls, "target");
            return ca.map(authorities -> new OriginatedTls(own, authorities, name, plaintext));
        });
    }

    private Optional<CertificateFiles> own(YamlMap tls) {
        Optional<Path> cert = tls.read("cert", files::read);
        Optional<Path> key = tls.read("key", files::read);
        return cert.flatMap(c -> key.map(k -> new CertificateFiles(c, k)));
    }

    private boolean plaintext(YamlMap tls, String where) {
        boolean plaintext = tls.read("plaintext", YamlValue::bool).orElse(false);
        all.add(new Read(tls, plaintext, where));
        return plaintext;
    }

    /** Checks what depends on other sections of the file: the links must encrypt what the databases encrypt. */
    void check(Config config) {
        if (config.link().tls().isPresent()) {
            return;
        }
        all.stream()
                .filter(read -> !read.plaintext())
                .forEach(read -> read.map()
                        .wrong(
                                "tls of a " + read.where()
                                        + " without link.tls sends in plain text what the databases encrypt",
                                "link.tls, or plaintext: true in this map and in that of the other side"));
    }
}
