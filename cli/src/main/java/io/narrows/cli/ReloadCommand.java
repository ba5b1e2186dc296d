package io.narrows.cli;

import io.narrows.cli.check.CheckResult;
import io.narrows.cli.platform.MachinePlace;
import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.terminal.option.ConfigOption;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes a running sidecar load its configuration, for service managers that need to know whether it was accepted. */
@Command(
        name = "reload",
        description =
                "Makes the sidecar on this machine reload its configuration and waits for the result; exits with 0"
                        + " on success, otherwise prints the reason to standard error.")
final class ReloadCommand implements Callable<Integer> {
    private static final int EXIT_NOT_RELOADED = 1;
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::");

    /** Longer than the half minute that the sidecar allows for a reload. */
    private static final Duration LIMIT = Duration.ofSeconds(40);

    @Mixin
    private ConfigOption config;

    @Option(
            names = "--admin",
            paramLabel = "HOST:PORT",
            description = "Admin address of the sidecar, if it differs from admin.listen in the configuration.")
    private @Nullable String admin;

    @Spec
    private picocli.CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        CheckResult checked = CheckResult.of(
                MachinePlace.of(config.source()), Clock.systemUTC().instant());
        if (!checked.ok()) {
            checked.mistakes().forEach(System.err::println);
            return Narrows.EXIT_BAD_INPUT;
        }
        HostPort address = address(checked.config().orElseThrow());
        try {
            return tell(ask(address));
        } catch (IOException e) {
            System.err.println("narrows: no sidecar responds at " + address + ": " + e
                    + " (a change of admin.listen takes effect only after a restart; pass the current address with"
                    + " --admin)");
            return EXIT_NOT_RELOADED;
        }
    }

    private HostPort address(Config loaded) {
        try {
            return admin == null ? loaded.admin().listen() : HostPort.parse(admin);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--admin: " + e.getMessage());
        }
    }

    private static HttpResponse<String> ask(HostPort address) throws IOException, InterruptedException {
        String host = WILDCARDS.contains(address.host()) ? "127.0.0.1" : address.host();
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(2))
                .build();
        URI reload = URI.create("http://" + new HostPort(host, address.port()) + "/-/reload");
        return client.send(
                HttpRequest.newBuilder(reload)
                        .timeout(LIMIT)
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    private static int tell(HttpResponse<String> answer) {
        String text = answer.body().strip();
        if (answer.statusCode() == HttpURLConnection.HTTP_OK) {
            System.out.println(text);
            return 0;
        }
        System.err.println("narrows: reload failed: " + text);
        return EXIT_NOT_RELOADED;
    }
}
