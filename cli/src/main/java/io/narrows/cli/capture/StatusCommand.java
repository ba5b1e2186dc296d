package io.narrows.cli.capture;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Compares the rules of a configuration with the installed ones. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Compares the rules of a configuration's transparent captures with the installed ones.",
        footer = {"", "Exits with 0 if they are installed, 1 if not."})
final class StatusCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private PlanOptions options;

    @Override
    public Integer call() {
        return options.withPlan(spec.commandLine().getErr(), this::compare, this::expectNothing);
    }

    private int expectNothing() throws IOException {
        return report(
                InstalledTable.isPresent()
                        ? List.of("there is a table " + NftTable.NAME + ", but no transparent capture is configured")
                        : List.of(),
                "no rules installed, none configured",
                "rules of a former configuration installed (run narrows capture apply --if-configured)");
    }

    private int compare(CapturePlan configured) throws IOException {
        CapturePlan plan = InstalledTable.completed(configured);
        List<String> differences = new ArrayList<>();
        switch (InstalledTable.state(NftTable.of(plan))) {
            case AS_WANTED -> {}
            case ABSENT -> differences.add("there is no table " + NftTable.NAME);
            case OF_ANOTHER_PLAN ->
                differences.add("the table " + NftTable.NAME
                        + " is from another configuration, or the peers' addresses have changed");
            case CHANGED -> differences.add("the table " + NftTable.NAME + " was changed since it was applied");
        }
        if (plan.needsLocalRoutes()) {
            LocalRoutes.ofThisHost().missing(plan).forEach(what -> differences.add("there is no " + what));
        }
        return report(differences, "rules installed", "rules not installed (run narrows capture apply)");
    }

    private int report(List<String> differences, String asConfigured, String otherwise) {
        PrintWriter out = spec.commandLine().getOut();
        differences.forEach(out::println);
        out.println(differences.isEmpty() ? asConfigured : otherwise);
        out.flush();
        return differences.isEmpty() ? Exit.OK : Exit.NOT_INSTALLED;
    }
}
