package io.narrows.config;

import java.nio.file.Path;

/** Locations and files that several tests use. */
final class Fixtures {
    static final Location VIRGINIA = new Location("us-east-1", "us-east-1a", "h1");
    static final Location VIRGINIA_B = new Location("us-east-1", "us-east-1b", "h2");
    static final Location IRELAND = new Location("eu-west-1", "eu-west-1a", "h3");

    static final String SMALLEST = """
            version: 1
            node: {id: db-1, region: us-east-1, zone: us-east-1a, host: h1}
            link: {listen: 127.0.0.1:15000}
            targets: {raft: 127.0.0.1:2380}
            peers:
              - {id: db-2, region: eu-west-1, zone: eu-west-1a, host: h3, link: 10.0.0.2:15000}
            """;

    private Fixtures() {}

    static Config parse(String yaml) {
        try {
            return ConfigLoader.parse("narrows.yaml", yaml, Path.of(""));
        } catch (ConfigException e) {
            throw new AssertionError(e);
        }
    }
}
