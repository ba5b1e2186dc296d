package io.narrows.bench.store;

import io.narrows.bench.report.Metric;
import io.narrows.tests.support.Command;
import java.io.IOException;
import java.util.Map;

/** Runs a tool of etcd on a group, and measures the group's resource usage. */
public final class ToolTrial {
    private final MeasuredGroup group;
    private final EtcdTool tool;
    private final ToolCommands commands;

    /**
     * Creates the trial.
     *
     * @param group whose members are all started
     * @param total number of puts of {@link EtcdTool#PUT}; the other tools' numbers of requests are derived from it
     * @param clients number of clients, each with one request at a time
     * @param connections number of connections that the clients share
     */
    public ToolTrial(MeasuredGroup group, EtcdTool tool, int total, int clients, int connections) {
        this.group = group;
        this.tool = tool;
        this.commands = new ToolCommands(group.endpoints(), total, clients, connections);
    }

    /** Writes the keys that the tool reads, and runs it, or another one that writes, without measuring it. */
    public void warmUp() throws IOException {
        Command.run(commands.putKey());
        Command.run(tool.warmUp(commands));
    }

    /**
     * Runs the tool once.
     *
     * @throws IOException if requests failed or the tool did not complete
     */
    public Map<Metric, Double> run() throws IOException {
        Taken before = group.taken();
        ToolResult result = tool.parse(Command.run(tool.command(commands)));
        group.requireAlive();
        Map<Metric, Double> figures = StoreFigures.ofUse(group.taken().since(before), result.operations());
        figures.putAll(result.figures());
        return figures;
    }
}
