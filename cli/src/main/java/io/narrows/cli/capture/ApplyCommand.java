package io.narrows.cli.capture;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Installs the rules of a configuration. */
@Command(
        name = "apply",
        mixinStandardHelpOptions = true,
        description = "Installs the rules of a configuration's transparent captures.",
        footer = {
            "",
            "All rules are in one table of nftables (inet narrows) and change in one transaction.",
            "Installed rules that are the same are left alone. Existing connections are not",
            "captured; new ones are. Needs CAP_NET_ADMIN, and the programs nft and ip.",
            "Exits with 1 if the rules could not be installed; the former ones remain then."
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
        LocalRoutes routes = LocalRoutes.ofThisHost();
        boolean routesReady = !plan.needsLocalRoutes() || routes.missing(plan).isEmpty();
        if (InstalledTable.state(table) == InstalledTable.State.AS_WANTED && routesReady) {
            out.println("rules already installed");
        } else {
            if (plan.needsLocalRoutes()) {
                routes.add(plan);
            }
            try {
                InstalledTable.replace(table, plan.failsOpen());
            } catch (IOException e) {
                if (!routesReady) {
                    routes.remove();
                }
                throw e;
            }
            if (!plan.needsLocalRoutes()) {
                routes.remove();
            }
            out.println("rules installed");
        }
        if (reconnect) {
            ExistingConnections.end(plan);
            out.println("asked the kernel to reset connections to peers");
        }
        out.flush();
        return Exit.OK;
    }
}
