package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads {@code tls} of links and of servers. A relative path starts at the folder of the configuration file. */
final class TlsReader {
    static final Keys KEYS = Keys.of("tls").required("cert", "key", "ca").optional("mode", "state-directory");
    static final Keys SERVER = Keys.of("store tls").required("cert", "key").optional("ca");

    private final ReadableFiles files;

    TlsReader(Path folder) {
        this.files = new ReadableFiles(folder, "a readable PEM file");
    }

    Optional<TlsFiles> read(YamlValue value) {
        return value.map(KEYS).flatMap(tls -> {
            Optional<Path> cert = tls.read("cert", files::read);
            Optional<Path> key = tls.read("key", files::read);
            Optional<Path> ca = tls.read("ca", files::read);
            TlsMode mode = tls.read("mode", word -> word.word(TlsMode.BY_LABEL)).orElse(TlsMode.STRICT);
            Optional<Path> state = tls.read("state-directory", this::directory);
            return cert.flatMap(c -> key.flatMap(k -> ca.map(a -> new TlsFiles(c, k, a, mode, state))));
        });
    }

    Optional<ServerTls> readServer(YamlValue value) {
        return value.map(SERVER).flatMap(tls -> {
            Optional<Path> cert = tls.read("cert", files::read);
            Optional<Path> key = tls.read("key", files::read);
            Optional<Path> ca = tls.read("ca", files::read);
            return cert.flatMap(c -> key.map(k -> new ServerTls(c, k, ca)));
        });
    }

    /** Reads the path of a directory, which is created at start if it does not exist. */
    private Optional<Path> directory(YamlValue value) {
        String expected = "a writable directory";
        return value.text(expected).flatMap(text -> {
            Optional<Path> path = files.path(text);
            if (path.isEmpty() || Files.exists(path.get()) && !Files.isDirectory(path.get())) {
                value.wrong(value.what() + " " + Words.quote(text) + " is not a directory", expected);
                return Optional.empty();
            }
            return path;
        });
    }
}
