package io.narrows.bench.store;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A load of etcd's own tools: {@code etcdctl check perf}, or a command of {@code benchmark} in etcd's sources. */
public enum EtcdTool {
    /** 150 writes per second for a minute. */
    CHECK_PERF_S(commands -> commands.checkPerf("s"), ToolResult::ofCheckPerf),
    /** 1,000 writes per second for a minute. */
    CHECK_PERF_M(commands -> commands.checkPerf("m"), ToolResult::ofCheckPerf),
    /** Writes of a thousand keys in turn. */
    PUT(ToolCommands::puts, ToolResult::ofRequests),
    /** Linearizable reads of one key. */
    RANGE(ToolCommands::ranges, ToolResult::ofRequests),
    /** Writes of one key at a fixed rate, each of which is an event for 100 watches. */
    WATCH_LATENCY(ToolCommands::watchedPuts, ToolResult::ofWatches),
    /** Transactions, each with a put or with a linearizable range of up to 100 keys, in equal numbers. */
    TXN_MIXED(ToolCommands::transactions, ToolResult::ofTransactions);

    @FunctionalInterface
    private interface Parser {
        ToolResult parse(String output) throws IOException;
    }

    private final Function<ToolCommands, List<String>> command;
    private final Parser parser;

    EtcdTool(Function<ToolCommands, List<String>> command, Parser parser) {
        this.command = command;
        this.parser = parser;
    }

    /** Returns the command to run. */
    List<String> command(ToolCommands commands) {
        return command.apply(commands);
    }

    /** Returns the command that warms the members up: the same one, or {@link #PUT} before a tool with a fixed rate. */
    List<String> warmUp(ToolCommands commands) {
        return this == RANGE || this == TXN_MIXED ? command(commands) : commands.puts();
    }

    /** @throws IOException if requests failed or the tool did not complete */
    ToolResult parse(String output) throws IOException {
        return parser.parse(output);
    }

    /** Returns the name on the command line and in tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
