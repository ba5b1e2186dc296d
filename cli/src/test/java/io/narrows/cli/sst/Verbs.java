package io.narrows.cli.sst;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;

/** Runs {@code narrows sst …} and keeps its output. */
final class Verbs {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    int run(Object... arguments) {
        String[] words = new String[arguments.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = arguments[i].toString();
        }
        return new CommandLine(new SstCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
    }

    List<String> out() {
        return out.toString().lines().toList();
    }

    String err() {
        return err.toString();
    }

    /** Returns the output, parsed as one JSON object a line. */
    @SuppressWarnings("unchecked")
    List<Map<String, Object>> json() {
        Load load = new Load(LoadSettings.builder().build());
        return out().stream()
                .map(line -> (Map<String, Object>) load.loadFromString(line))
                .toList();
    }
}
