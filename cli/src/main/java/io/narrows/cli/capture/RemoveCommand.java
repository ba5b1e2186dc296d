package io.narrows.cli.capture;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Removes the rules, whatever configuration they are from. */
@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        description = "Removes the rules of transparent captures and the routes that belong to them.",
        footer = {
            "",
            "Resets the captured connections of this host's processes. Those that peers' databases have",
            "here with source: keep end too, since their packets need the rules; databases make all of",
            "them again, directly. Needs the programs nft, ip, ss and conntrack.",
            "Removing twice changes nothing."
        })
final class RemoveCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--if-fail-open",
            description = "Removes the rules only if they were installed for captures with fail: open. For the service"
                    + " manager, after the sidecar has ended.")
    private boolean ifFailOpen;

    @Override
    public Integer call() {
        return Exit.orFailure(spec.commandLine().getErr(), () -> {
            if (ifFailOpen && !InstalledTable.failsOpen()) {
                return Exit.OK;
            }
            RuleRemoval.perform(
                    "rules removed",
                    spec.commandLine().getOut(),
                    spec.commandLine().getErr());
            return Exit.OK;
        });
    }
}
