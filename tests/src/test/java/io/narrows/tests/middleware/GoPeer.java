package io.narrows.tests.middleware;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program of {@code tests/src/test/go/codecs}, which the build leaves in {@code target}. */
final class GoPeer implements AutoCloseable {
    private static final Path PROGRAM = Path.of("target", "codecs-peer").toAbsolutePath();

    private final Process server;
    private final int port;

    private GoPeer(Process server, int port) {
        this.server = server;
        this.port = port;
    }

    /** Starts a server that returns each request. */
    static GoPeer serve(Path dictionary) throws IOException {
        Process server = start("serve", dictionary.toString());
        BufferedReader out = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        return new GoPeer(server, Integer.parseInt(out.readLine()));
    }

    /** Calls a server with the content of a file; returns the error, or an empty text. */
    static String call(int port, String encoding, Path file, Path dictionary) throws IOException, InterruptedException {
        Process client = start("call", "127.0.0.1:" + port, encoding, file.toString(), dictionary.toString());
        String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return client.waitFor() == 0 ? "" : said;
    }

    private static Process start(String... arguments) throws IOException {
        if (!Files.isExecutable(PROGRAM)) {
            throw new IllegalStateException(
                    PROGRAM + " is not there (expected: go build -o it in tests/src/test/go/codecs)");
        }
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        server.destroy();
    }
}
