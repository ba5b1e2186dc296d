package io.narrows.cli;

import io.narrows.cli.admin.AdminClient;
import io.narrows.cli.http.NoAnswerException;
import io.narrows.config.HostPort;
import java.net.HttpURLConnection;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Asks the admin port of a running sidecar for its health, for orchestrators that run a health command. The launcher handles
 * the verb without a JVM and prints the same text ({@code bin/health}); this class is for callers that
 * start Java without the launcher.
 */
@Command(
        name = "health",
        description = "Checks whether a sidecar on this machine is alive; exits with 0 if it is, 1 if not.")
final class HealthCommand implements Callable<Integer> {
    private static final int EXIT_UNHEALTHY = 1;
    private static final Duration LIMIT = Duration.ofSeconds(2);

    @Option(
            names = "--admin",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:9901",
            description = "Admin address of the sidecar. Default: ${DEFAULT-VALUE}.")
    private String admin;

    @Option(
            names = "--ready",
            description = "Checks whether the sidecar accepts new connections, which it does not" + " while draining.")
    private boolean ready;

    private final Duration limit;

    @Spec
    private picocli.CommandLine.Model.CommandSpec spec;

    HealthCommand() {
        this(LIMIT);
    }

    /** @param limit time for a response */
    HealthCommand(Duration limit) {
        this.limit = limit;
    }

    @Override
    public Integer call() {
        HostPort address = address();
        String page = ready ? "/readyz" : "/healthz";
        try {
            return print(address + page, new AdminClient(limit).get(address, page));
        } catch (NoAnswerException e) {
            System.err.printf("narrows: no response from %s within %d s%n", address + page, limit.toSeconds());
            return EXIT_UNHEALTHY;
        }
    }

    private HostPort address() {
        try {
            return HostPort.parse(admin);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--admin: " + e.getMessage());
        }
    }

    private static int print(String page, HttpResponse<String> response) {
        if (response.statusCode() == HttpURLConnection.HTTP_OK) {
            System.out.println(response.body().strip());
            return 0;
        }
        System.err.printf("narrows: %s responded with status %d, expected 200%n", page, response.statusCode());
        return EXIT_UNHEALTHY;
    }
}
