package io.narrows.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests completions and manual pages of a release in their consumers: interactive shells on a terminal, groff and mandoc. */
class HelpFilesIT {
    private static final Pattern VERB = Pattern.compile("^  ([a-z]+)  ", Pattern.MULTILINE);

    /** Two short runs of a release are not worth half a minute for its archive. */
    private static final String UNTRAINED = "NARROWS_TRAIN=never";

    /** Replaces the program, and prints its arguments. */
    private static final String NARROWS = "narrows() { echo \"called: $*\"; }\n";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path unpacked;

    private static Path release;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @BeforeAll
    static void unpack() throws IOException {
        release = Release.unpackInto(unpacked);
    }

    @Test
    void bash_completesVerbsAndOptions() throws IOException {
        String output = typed(
                "bash --norc --noprofile -i",
                NARROWS + "source " + release + "/share/bash-completion/completions/narrows\n"
                        + "narrows che\t--conf\tx.yaml\n"
                        + "narrows db mig\t--bott\tzstd\n");

        assertThat(output)
                .contains("called: check --config x.yaml\r\n", "called: db migrate-status --bottommost zstd\r\n");
    }

    @Test
    void zsh_completesVerbsAndOptions() throws IOException {
        String output = typed(
                "zsh -f -i",
                NARROWS + "fpath=(" + release + "/share/zsh/site-functions $fpath)\n"
                        + "autoload -Uz compinit; compinit -u -D\n"
                        + "narrows che\t--conf\tx.yaml\n"
                        + "narrows db mig\t--bott\tzstd\n");

        assertThat(output)
                .contains("called: check --config=x.yaml\r\n", "called: db migrate-status --bottommost=zstd\r\n");
    }

    @Test
    void zsh_takesThePrintedScript() throws IOException {
        String output = typed(
                "zsh -f -i",
                "autoload -Uz compinit; compinit -u -D; source <(" + release + "/bin/narrows completion zsh)\n"
                        + NARROWS + "narrows che\t--conf\tx.yaml\n");

        assertThat(output).contains("called: check --config=x.yaml\r\n").doesNotContain("_arguments");
    }

    @Test
    void eachVerb_hasAManualPage_thatReadersTakeWithoutAWarning() throws IOException {
        List<String> pages = pages();
        List<String> verbs = verbs();

        assertThat(verbs).contains("run", "completion").hasSizeGreaterThan(10);
        assertThat(pages)
                .contains("narrows.1", "narrows-db-scan.1")
                .doesNotContain("narrows-pack.1", "narrows-manual.1");
        verbs.forEach(verb -> assertThat(pages).contains("narrows-" + verb + ".1"));
        for (String page : pages) {
            assertThat(Command.run(
                            "groff",
                            "-man",
                            "-ww",
                            "-z",
                            directory.resolve(page).toString()))
                    .isEmpty();
            assertThat(Command.run(
                            "mandoc",
                            "-T",
                            "lint",
                            "-W",
                            "warning",
                            directory.resolve(page).toString()))
                    .isEmpty();
        }
        assertThat(Command.run(
                                "mandoc",
                                "-T",
                                "utf8",
                                directory.resolve("narrows-check.1").toString())
                        .replaceAll(".\b", ""))
                .contains("narrows check [OPTION]... (--config=FILE | --all=DIR|FILE)", "narrows " + Release.version());
    }

    /** Returns the terminal's contents after these keys are pressed in a shell. */
    private String typed(String shell, String keys) throws IOException {
        Path input = Files.writeString(directory.resolve("keys"), keys + "exit\n");
        return Command.run(List.of("env", UNTRAINED, "TERM=dumb", "script", "-qec", shell, "/dev/null"), input);
    }

    /** Returns the names of the pages, which are unpacked in {@link #directory}. */
    private List<String> pages() throws IOException {
        List<String> pages = new ArrayList<>();
        try (Stream<Path> files = Files.list(release.resolve("share/man/man1"))) {
            for (Path file : files.toList()) {
                String page = file.getFileName().toString().replaceFirst("\\.gz$", "");
                Command.run("sh", "-c", "gzip -dc '" + file + "' > '" + directory.resolve(page) + "'");
                pages.add(page);
            }
        }
        return pages;
    }

    /** Returns the verbs that the help lists, except {@code help}, which narrows.1 covers. */
    private static List<String> verbs() {
        String help = Command.run("env", UNTRAINED, release + "/bin/narrows", "--help");
        return VERB.matcher(help.substring(help.indexOf("Commands:")))
                .results()
                .map(MatchResult::group)
                .map(String::strip)
                .filter(verb -> !verb.equals("help"))
                .toList();
    }
}
