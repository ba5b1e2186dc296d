package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads {@code tls} of a link, and of a server. A relative path starts at the folder of the configuration file. */
final class TlsReader {
    static final Keys KEYS = Keys.of("tls").required("cert", "key", "ca").optional("mode", "state-directory");
    static final Keys SERVER = Keys.of("store tls").required("cert", "key").optional("ca");

    private final Path folder;

    TlsReader(Path folder) {
        this.folder = folder;
    }

    Optional<TlsFiles> read(YamlValue value) {
        return value.map(KEYS).flatMap(tls -> {
            Optional<Path> cert = tls.read("cert", this::file);
            Optional<Path> key = tls.read("key", this::file);
            Optional<Path> ca = tls.read("ca", this::file);
            TlsMode mode = tls.read("mode", word -> word.word(TlsMode.BY_LABEL)).orElse(TlsMode.STRICT);
            Optional<Path> state = tls.read("state-directory", this::directory);
            return cert.flatMap(c -> key.flatMap(k -> ca.map(a -> new TlsFiles(c, k, a, mode, state))));
        });
    }

    Optional<ServerTls> readServer(YamlValue value) {
        return value.map(SERVER).flatMap(tls -> {
            Optional<Path> cert = tls.read("cert", this::file);
            Optional<Path> key = tls.read("key", this::file);
            Optional<Path> ca = tls.read("ca", this::file);
            return cert.flatMap(c -> key.map(k -> new ServerTls(c, k, ca)));
        });
    }

    private Optional<Path> file(YamlValue value) {
        String expected = "a PEM file that can be read";
        return value.text(expected).flatMap(text -> {
            Optional<Path> path = path(text);
            Optional<String> wrong = path.map(TlsReader::wrong).orElse(Optional.of("is no path"));
            wrong.ifPresent(what -> value.wrong(value.what() + " file " + Words.quote(text) + " " + what, expected));
            return path.filter(file -> wrong.isEmpty());
        });
    }

    /** A directory that is made when it is not there. */
    private Optional<Path> directory(YamlValue value) {
        String expected = "a directory that can be written";
        return value.text(expected).flatMap(text -> {
            Optional<Path> path = path(text);
            if (path.isEmpty() || Files.exists(path.get()) && !Files.isDirectory(path.get())) {
                value.wrong(value.what() + " " + Words.quote(text) + " is no directory", expected);
                return Optional.empty();
            }
            return path;
        });
    }

    private Optional<Path> path(String text) {
        try {
            return Optional.of(folder.resolve(text)).filter(path -> !text.isEmpty());
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> wrong(Path file) {
        if (!Files.exists(file)) {
            return Optional.of("does not exist (looked for " + file + ")");
        }
        if (!Files.isRegularFile(file)) {
            return Optional.of("is no file");
        }
        return Files.isReadable(file) ? Optional.empty() : Optional.of("cannot be read");
    }
}
