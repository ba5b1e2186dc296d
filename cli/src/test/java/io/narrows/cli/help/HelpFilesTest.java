package io.narrows.cli.help;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tests completions and manual pages of a command whose words are awkward for shells and for roff. */
class HelpFilesTest {
    @Command(
            name = "tool",
            description = "It's a [tool] with a back\\slash. And more.",
            footer = {"", ".TH is no macro here."})
    static final class Tool {
        @Option(
                names = {"-f", "--format"},
                required = true,
                paramLabel = "KIND:LEVEL",
                description = "Isn't [one] of these.")
        private String format;

        @Option(names = "--secret", hidden = true, description = "Not shown.")
        private boolean secret;

        @Option(names = "--quick", description = "Quick.")
        private boolean quick;

        @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files.")
        private Path[] files;
    }

    @Command(name = "either", description = "One of two.")
    static final class Either {
        @ArgGroup(multiplicity = "1")
        private Choice choice;

        static final class Choice {
            @Option(
                    names = {"-f", "--file"},
                    required = true,
                    paramLabel = "FILE",
                    description = "A file.")
            private String file;

            @Option(names = "--all", required = true, description = "All files.")
            private boolean all;
        }
    }

    @Test
    void alternatives_areInTheSynopsis() {
        Map<String, String> pages = ManualPage.all(new CommandLine(new Either()), "2026-11-21", "1.2.3");

        assertThat(pages.get("either"))
                .contains("\\fBeither\\fR [\\fIOPTION\\fR]... (\\fB\\-\\-file=\\fR\\fIFILE\\fR | \\fB\\-\\-all\\fR)\n");
    }

    @Test
    void zsh_getsQuotedDescriptions() {
        assertThat(ZshCompletion.of(new CommandLine(new Tool()))).isEqualTo("""
                #compdef tool
                compdef _tool tool

                _tool() {
                  _arguments -S \\
                    '(-f --format)'{-f,--format=}'[Isn'\\''t \\[one\\] of these.]:KIND\\:LEVEL: ' \\
                    '--quick[Quick.]' \\
                    '*:FILE:_files'
                }

                if [[ $funcstack[1] == _tool ]]; then # loaded by the first completion, which this is
                  _tool "$@"
                fi
                """);
    }

    @Test
    void roff_getsEscapedText() {
        Map<String, String> pages = ManualPage.all(new CommandLine(new Tool()), "2026-11-21", "1.2.3");

        assertThat(pages).containsOnlyKeys("tool");
        assertThat(pages.get("tool"))
                .isEqualTo("""
                .TH "TOOL" "1" "2026-11-21" "narrows 1.2.3" "Narrows manual"
                .SH "NAME"
                tool \\- It's a [tool] with a back\\eslash
                .SH "SYNOPSIS"
                \\fBtool\\fR [\\fIOPTION\\fR]... \\fB\\-\\-format=\\fR\\fIKIND:LEVEL\\fR \\fIFILE\\fR...
                .SH "DESCRIPTION"
                It's a [tool] with a back\\eslash. And more.
                .PP
                \\&.TH is no macro here.
                .SH "ARGUMENTS"
                .TP
                \\fIFILE\\fR
                Files.
                .SH "OPTIONS"
                .TP
                \\fB\\-f, \\-\\-format=\\fR\\fIKIND:LEVEL\\fR
                Isn't [one] of these.
                .TP
                \\fB\\-\\-quick\\fR
                Quick.
                .SH "EXIT STATUS"
                """ + pages.get("tool").substring(pages.get("tool").indexOf(".TP\n\\fB0")));
    }
}
