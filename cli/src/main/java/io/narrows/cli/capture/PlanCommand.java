package io.narrows.cli.capture;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what {@code apply} would do. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = "Prints the rules of a configuration's transparent captures, and changes nothing.",
        footer = {
            "",
            "Names of peers are looked up; those without an address are left out, with a warning. The output",
            "is input for nft -f, with the commands for routes as comments."
        })
final class PlanCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private PlanOptions options;

    @Override
    public Integer call() {
        return options.withPlan(spec.commandLine().getErr(), this::print, () -> Exit.OK);
    }

    private int print(CapturePlan plan) {
        PlanOptions.warnIfNoUserIsSpared(spec.commandLine().getErr(), plan);
        PrintWriter out = spec.commandLine().getOut();
        out.print(NftTable.of(plan));
        if (plan.needsLocalRoutes()) {
            LocalRoutes.commands(plan).forEach(command -> out.println("# " + command));
        }
        out.flush();
        return Exit.OK;
    }
}
