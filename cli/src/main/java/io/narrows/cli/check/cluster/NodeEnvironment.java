package io.narrows.cli.check.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The environment of a node's sidecar: that of this process, and the variables in the file {@code environment}. */
final class NodeEnvironment {
    private static final String NAME = "environment";
    private static final Pattern VARIABLE = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=(\"?)(.*)\\2");

    private NodeEnvironment() {}

    /** Returns the environment for a configuration; the file beside it, which need not exist, takes precedence. */
    static Map<String, String> of(Path configuration, Map<String, String> process) {
        Map<String, String> all = new HashMap<>(process);
        Path file = configuration.resolveSibling(NAME);
        if (!Files.isRegularFile(file)) {
            return all;
        }
        try {
            for (String line : Files.readAllLines(file)) {
                Matcher variable = VARIABLE.matcher(line.strip());
                if (variable.matches()) {
                    all.put(variable.group(1), variable.group(3));
                }
            }
        } catch (IOException e) {
            return all; // it may be readable by root only
        }
        return all;
    }
}
