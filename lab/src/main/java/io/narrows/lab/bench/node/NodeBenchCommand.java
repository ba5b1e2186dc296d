package io.narrows.lab.bench.node;

import io.narrows.lab.load.EtcdLoad;
import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.load.LoadSettings;
import io.narrows.terminal.option.OutputOption;
import io.narrows.terminal.process.Signals;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Puts a load on a store with etcd's API. */
@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        description = "Writes, reads and watches Kubernetes objects in a store with etcd's API.",
        footer = {
            "",
            "Works with any server of etcd's API version 3: narrows node, or etcd itself. All",
            "keys begin with /narrows-bench/. Keys of an earlier run are deleted first; those",
            "of this run are kept. Ctrl-C ends it early. docs/benchmarks/node.md explains the",
            "output. Exits with 1 if no server responds or no write is acknowledged."
        })
public final class NodeBenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private LoadOptions options;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() throws InterruptedException {
        LoadSettings settings = settings();
        try (EtcdLoad load = EtcdLoad.prepare(settings)) {
            load.start();
            Signals.handle("INT", load::stop);
            Signals.handle("TERM", load::stop);
            LoadFigures figures = load.awaitEnd();
            print(figures);
            return figures.writes().count() > 0 ? ExitCode.OK : ExitCode.SOFTWARE;
        } catch (IOException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("narrows: " + e.getMessage());
            err.flush();
            return ExitCode.SOFTWARE;
        }
    }

    private LoadSettings settings() {
        try {
            return options.settings();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void print(LoadFigures figures) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            LoadJson.write(figures, out);
        } else {
            LoadTable.lines(figures).forEach(out::println);
        }
        out.flush();
    }
}
