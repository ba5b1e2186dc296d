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
            "captured; new ones are. If the name of a peer has no address, the addresses that are",
            "installed remain, with a warning. Needs CAP_NET_ADMIN, and the programs nft and ip.",
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
                            + " makes them again and they are captured. Those within this host and those of the"
                            + " sidecar remain. If all destinations are captured, connections to those ports of any"
                            + " other host are reset.")
    private boolean reconnect;

    @Override
    public Integer call() {
        return options.withPlan(spec.commandLine().getErr(), this::apply, this::removeFormer);
    }

    /** Removes rules that would hand connections to a port on which no sidecar listens any more. */
    private int removeFormer() throws IOException {
        try {
            if (InstalledTable.isPresent()) {
                RuleRemoval.perform(
                        "rules removed: no transparent capture is configured",
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr());
            } else {
                LocalRoutes.ofThisHost().remove();
            }
        } catch (MissingProgramException e) {
            // Nothing can have been installed with it.
        }
        return Exit.OK;
    }

    private int apply(CapturePlan configured) throws IOException {
        CapturePlan plan = InstalledTable.completed(configured);
        PlanOptions.warnIfNoUserIsSpared(spec.commandLine().getErr(), plan);
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
            out.println(ExistingConnections.reset(plan));
        }
        out.flush();
        return Exit.OK;
    }
}
