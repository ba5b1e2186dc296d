package io.narrows.cli.capture;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Puts the rules of a configuration in force. */
@Command(
        name = "apply",
        mixinStandardHelpOptions = true,
        description = "Puts the rules of a configuration's transparent captures in force.",
        footer = {
            "",
            "All rules are in one table of nftables (inet narrows) and change in one transaction.",
            "Rules that are in force already are left alone. Connections that exist are not",
            "captured; new ones are. Needs CAP_NET_ADMIN, and the programs nft and ip.",
            "Exits with 1 if the rules could not be put in force; nothing has changed then."
        })
final class ApplyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private PlanOptions options;

    @Option(
            names = "--reconnect",
            description =
                    "Afterwards, resets this host's connections to the captured ports of peers, so that the database"
                            + " makes them again and they are captured.")
    private boolean reconnect;

    @Override
    public Integer call() {
        return options.withPlan(spec.commandLine().getErr(), this::apply);
    }

    private int apply(CapturePlan plan) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        String table = NftTable.of(plan);
        boolean routesReady = !plan.needsLocalRoutes() || LocalRoutes.missing().isEmpty();
        if (InstalledTable.state(table) == InstalledTable.State.AS_WANTED && routesReady) {
            out.println("the rules are in force already");
        } else {
            if (plan.needsLocalRoutes()) {
                LocalRoutes.add();
            }
            InstalledTable.replace(table);
            if (!plan.needsLocalRoutes()) {
                LocalRoutes.remove();
            }
            out.println("the rules are in force");
        }
        if (reconnect) {
            ExistingConnections.end(plan);
            out.println("connections to peers were reset");
        }
        out.flush();
        return Exit.OK;
    }
}
