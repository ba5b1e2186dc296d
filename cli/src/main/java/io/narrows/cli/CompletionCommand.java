package io.narrows.cli;

import io.narrows.cli.help.ZshCompletion;
import java.util.function.Function;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a shell's completion script. */
@Command(
        name = "completion",
        description = "Prints a shell completion script for verbs and options.",
        footer = {
            "",
            "For the current shell only: source <(narrows completion bash). install.sh",
            "installs both scripts for all shells."
        })
final class CompletionCommand implements Runnable {
    /** The shells, by their names on the command line. */
    enum Shell {
        /** Bash, without the shebang line that would make the script a program. */
        bash(line -> AutoComplete.bash(line.getCommandName(), line).replaceFirst("^#!.*\n", "")),
        zsh(ZshCompletion::of);

        private final Function<CommandLine, String> script;

        Shell(Function<CommandLine, String> script) {
            this.script = script;
        }
    }

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Override
    public void run() {
        System.out.print(shell.script.apply(Narrows.commandLine()));
    }
}
