package io.narrows.cli.capture;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Removes the rules, whatever configuration they are from. */
@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        description = "Removes the rules of transparent captures and the routes that belong to them.",
        footer = {
            "",
            "Connections that exist go on as they are; new ones are no longer captured. Removing twice",
            "changes nothing."
        })
final class RemoveCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        return Exit.orFailure(spec.commandLine().getErr(), () -> {
            InstalledTable.remove();
            LocalRoutes.remove();
            PrintWriter out = spec.commandLine().getOut();
            out.println("no rules are left");
            out.flush();
            return Exit.OK;
        });
    }
}
