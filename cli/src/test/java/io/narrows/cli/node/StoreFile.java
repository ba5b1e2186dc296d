package io.narrows.cli.node;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A configuration of store-1 with one peer, and methods to change it. Its addresses include IPv6. */
record StoreFile(Path path) {
    private static final String TEXT = """
            version: 1
            node: {id: store-1, region: r1, zone: z1, host: h1}
            link: {listen: "[::1]:15000"}
            targets: {raft: 127.0.1.1:2380}
            peers:
              - {id: store-2, region: r1, zone: z2, host: h2, link: "[2001:db8::2]:15000"}
              # more peers
            capture:
              - {listen: 127.0.1.2:2380, peer: store-2, target: raft}
              # more captures
            store: {data-dir: store}
            """;

    static StoreFile in(Path folder) {
        return new StoreFile(folder.resolve("store-1.yaml")).write(TEXT);
    }

    /** Returns the configuration with a third member. */
    StoreFile withThird() {
        return replace("# more peers", "- {id: store-3, region: r2, zone: z3, host: h3, link: 10.0.0.3:15000}")
                .replace("# more captures", "- {listen: 127.0.1.3:2380, peer: store-3, target: raft}");
    }

    StoreFile replace(String was, String is) {
        try {
            return write(Files.readString(path).replace(was, is));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Config config() {
        try {
            return ConfigLoader.load(path);
        } catch (ConfigException e) {
            throw new AssertionError(e);
        }
    }

    private StoreFile write(String text) {
        try {
            Files.writeString(path, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
