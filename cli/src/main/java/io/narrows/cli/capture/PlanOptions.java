package io.narrows.cli.capture;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.PlatformPlace;
import io.narrows.terminal.option.ConfigOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the verbs that plan rules. */
final class PlanOptions {
    private static final String STANDARD_USER = "narrows";

    @Mixin
    private ConfigOption option;

    @Option(
            names = "--user",
            paramLabel = "USER",
            description =
                    "User that the sidecar runs as, by name or number. Its connections are never captured. Default:"
                            + " narrows, if that user exists.")
    private @Nullable String user;

    @Option(
            names = "--if-configured",
            description = "Does not fail if the configuration has no transparent capture: apply removes the rules of a"
                    + " former configuration, and plan prints nothing.")
    private boolean ifConfigured;

    @Option(
            names = "--any-destination",
            description =
                    "Captures connections to the ports of all other hosts, not only to the addresses that peers have"
                            + " now: for peers whose addresses change, such as pods. Those that are to no peer are passed through."
                            + " Always so if the configuration has peers-from.")
    private boolean anyDestination;

    /** Something to do with a plan. */
    interface Action {
        int run(CapturePlan plan) throws IOException;
    }

    /**
     * Runs an action with the plan of the file. Prints why there is none, or why the action failed, and which peers have no
     * address.
     *
     * @param unplanned runs instead if the file has no transparent capture, and need not have one
     */
    int withPlan(PrintWriter err, Action action, Exit.Action unplanned) {
        Config config;
        try {
            config = option.source().withPlatform(PlatformPlace.UNASKED).load();
        } catch (ConfigException e) {
            e.problems().forEach(err::println);
            err.flush();
            return Exit.BAD_INPUT;
        }
        return Exit.orFailure(err, () -> {
            Optional<CapturePlan> plan = CapturePlan.of(config, anyDestination, user());
            if (plan.isEmpty() && ifConfigured) {
                return unplanned.run();
            }
            if (plan.isEmpty()) {
                err.println("narrows: " + option.file()
                        + " has no transparent capture (add an item with transparent to capture)");
                err.flush();
                return Exit.BAD_INPUT;
            }
            plan.get().unknown().forEach(host -> warn(err, host));
            return action.run(plan.get());
        });
    }

    /** Prints that the rules spare no user, if this is so. */
    static void warnIfNoUserIsSpared(PrintWriter err, CapturePlan plan) {
        if (plan.user().isEmpty()) {
            warn(
                    err,
                    "no user is spared, as there is no user " + STANDARD_USER
                            + " (set --user to the one that the sidecar runs as)");
        }
    }

    private static void warn(PrintWriter err, String what) {
        err.println("narrows: warning: " + what);
        err.flush();
    }

    private OptionalInt user() throws IOException {
        if (user == null) {
            return UserId.find(STANDARD_USER);
        }
        if (user.matches("\\d{1,9}")) {
            return OptionalInt.of(Integer.parseInt(user));
        }
        OptionalInt id = UserId.find(user);
        if (id.isEmpty()) {
            throw new IOException("there is no user " + user);
        }
        return id;
    }
}
