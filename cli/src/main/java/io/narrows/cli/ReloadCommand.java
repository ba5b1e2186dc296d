package io.narrows.cli;

import io.narrows.cli.admin.AdminClient;
import io.narrows.cli.check.CheckResult;
import io.narrows.cli.http.NoAnswerException;
import io.narrows.cli.platform.MachinePlace;
import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.terminal.option.ConfigOption;
import java.net.HttpURLConnection;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
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
    public Integer call() {
        CheckResult checked = CheckResult.of(
                MachinePlace.of(config.source()), Clock.systemUTC().instant());
        if (!checked.ok()) {
            checked.mistakes().forEach(System.err::println);
            return Narrows.EXIT_BAD_INPUT;
        }
        HostPort address = address(checked.config().orElseThrow());
        try {
            return print(new AdminClient(LIMIT).post(address, "/-/reload"));
        } catch (NoAnswerException e) {
            System.err.println("narrows: no sidecar responds at " + address + ": " + e.getMessage()
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

    private static int print(HttpResponse<String> answer) {
        String text = answer.body().strip();
        if (answer.statusCode() == HttpURLConnection.HTTP_OK) {
            System.out.println(text);
            return 0;
        }
        System.err.println("narrows: reload failed: " + text);
        return EXIT_NOT_RELOADED;
    }
}
