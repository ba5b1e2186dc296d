package io.narrows.cli.sst;

import io.narrows.testkit.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
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

    /** Returns the output, parsed as one JSON object per line. */
    List<Map<String, Object>> json() {
        return out().stream().map(Json::object).toList();
    }
}
