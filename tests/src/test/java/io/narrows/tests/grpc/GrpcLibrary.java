package io.narrows.tests.grpc;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** An implementation of gRPC, of which both client and server are used. */
public enum GrpcLibrary {
    /** grpc-java on Netty. */
    JAVA {
        @Override
        List<String> program() {
            return List.of(
                    "java",
                    "-Xmx256m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    JavaPeer.class.getName());
        }
    },

    /** grpc-go, with the codecs of go-grpc-compression. Its gzip has a recipe if Go 1.19 to 1.26 built it. */
    GO {
        @Override
        List<String> program() {
            return List.of(Path.of("target/codecs-peer").toAbsolutePath().toString());
        }
    };

    /**
     * Returns the command of a program that is run with {@code echo ADDRESS}, to return messages at an address, or {@code send ADDRESS ENCODING
     * FILE CALLS}, to send the lines of a file as messages, so many at once. It prints each {@link ReceivedMessage}; a server prints a line
     * when it listens.
     */
    abstract List<String> program();

    /** Returns the port of its servers. */
    int port() {
        return 9100 + ordinal();
    }

    /** @throws IllegalArgumentException if there is none */
    public static GrpcLibrary named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
