package io.narrows.tests.node;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * etcd's own client.
 *
 * @param directory for files with typed input
 * @param options before each command
 */
record Etcdctl(Path directory, List<String> options) {
    static Etcdctl of(Path directory, String endpoints) {
        return new Etcdctl(
                directory, List.of("--endpoints=" + endpoints, "--dial-timeout=30s", "--command-timeout=60s"));
    }

    Etcdctl with(String... more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        return new Etcdctl(directory, all);
    }

    /** Runs a command, which must succeed; returns its output. */
    String run(String... arguments) {
        return Command.run(command(arguments));
    }

    /** Runs a command like {@link #run}, with typed input. */
    String typed(String input, String... arguments) throws IOException {
        Path file = Files.writeString(directory.resolve("typed"), input);
        return Command.run(command(arguments), file);
    }

    @SuppressWarnings("unchecked")
    Map<String, Object> json(String... arguments) {
        return (Map<String, Object>) parsed(arguments);
    }

    @SuppressWarnings("unchecked")
    List<Map<String, Object>> jsonList(String... arguments) {
        return (List<Map<String, Object>>) parsed(arguments);
    }

    /** Starts a command; its output goes to the file. */
    Process start(Path output, String... arguments) throws IOException {
        return new ProcessBuilder(command(arguments))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private Object parsed(String... arguments) {
        List<String> command = command(arguments);
        command.add("--write-out=json");
        // JSON is YAML.
        return new Load(LoadSettings.builder().build()).loadFromString(Command.run(command));
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of("env", "ETCDCTL_API=3", "etcdctl"));
        command.addAll(options);
        command.addAll(List.of(arguments));
        return command;
    }
}
