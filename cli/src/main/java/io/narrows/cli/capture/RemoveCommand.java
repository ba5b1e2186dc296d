package io.narrows.cli.capture;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.TransparentCapture;
import io.narrows.terminal.option.NodeOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "Connections that exist go on as they are; new ones are no longer captured. Removing twice",
            "changes nothing."
        })
final class RemoveCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--if-fail-open",
            paramLabel = "FILE",
            description =
                    "Removes the rules only if a transparent capture of this configuration has fail: open. For the"
                            + " service manager, after the sidecar has ended.")
    private @Nullable Path failOpenOf;

    @Mixin
    private NodeOption node;

    @Override
    public Integer call() {
        if (failOpenOf != null) {
            try {
                if (!isFailOpen(node.source(failOpenOf).load())) {
                    return Exit.OK;
                }
            } catch (ConfigException e) {
                e.problems().forEach(spec.commandLine().getErr()::println);
                spec.commandLine().getErr().flush();
                return Exit.BAD_INPUT;
            }
        }
        return remove();
    }

    private static boolean isFailOpen(Config config) {
        return config.captures().stream()
                .flatMap(capture -> capture.asTransparent().stream())
                .anyMatch(TransparentCapture::failOpen);
    }

    private int remove() {
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
