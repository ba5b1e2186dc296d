package io.narrows.cli;

import io.narrows.cli.help.ManualPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes the manual pages of a release. Used only by the build. */
@Command(name = "manual", hidden = true, description = "Writes a manual page for each command.")
final class ManualCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIRECTORY", description = "Output directory; it must exist.")
    private Path directory;

    @Override
    public Integer call() throws IOException {
        Map<String, String> pages = ManualPage.all(Narrows.commandLine(), Version.date(), Version.current());
        for (Map.Entry<String, String> page : pages.entrySet()) {
            Files.writeString(directory.resolve(page.getKey() + ".1"), page.getValue());
        }
        return 0;
    }
}
