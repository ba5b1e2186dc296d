package io.narrows.cli.check.cluster;

import io.narrows.cli.check.CheckJson;
import io.narrows.terminal.output.JsonLines;
import java.io.PrintWriter;

/**
 * Prints the outcome of a cluster check as JSON: an object per file, as the check of a single file prints it, and one
 * for all.
 */
public final class ClusterCheckJson {
    private ClusterCheckJson() {}

    public static void write(ClusterCheck check, PrintWriter out) {
        check.results().forEach(result -> CheckJson.write(result, out));
        JsonLines lines = new JsonLines(out);
        lines.line(json -> {
            json.writeStringField("folder", check.folder().toString());
            json.writeBooleanField("ok", check.ok());
            CheckJson.writeProblems("disagreements", check.disagreements(), json);
        });
        lines.flush();
    }
}
