package io.narrows.cli;

import io.narrows.cli.check.CheckJson;
import io.narrows.cli.check.CheckResult;
import io.narrows.cli.node.StoreText;
import io.narrows.cli.option.OutputOption;
import io.narrows.config.AssumedPrice;
import io.narrows.config.Config;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "check",
        description = "Says whether a configuration and its certificates are right, and names every mistake if not.")
final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ConfigOption option;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        CheckResult result = option.check();
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            CheckJson.write(result, out);
        } else {
            result.mistakes().forEach(System.err::println);
            result.config().filter(config -> result.ok()).ifPresent(config -> print(result, config, out));
        }
        return result.ok() ? 0 : Narrows.EXIT_BAD_INPUT;
    }

    private static void print(CheckResult result, Config config, PrintWriter out) {
        out.println(result.file() + ": ok");
        result.warnings().forEach(warning -> out.println("warning: " + warning));
        config.targets()
                .forEach((name, target) -> target.peers()
                        .ifPresent(peers -> out.println(
                                "target " + name + " at " + target.address() + " for " + String.join(" ", peers))));
        AssumedPrice.of(config).forEach(out::println);
        out.print(StoreText.of(config));
        out.flush();
    }
}
