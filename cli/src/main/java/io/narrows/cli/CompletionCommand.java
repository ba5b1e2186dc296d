package io.narrows.cli;

import io.narrows.cli.help.ZshCompletion;
import java.util.function.Function;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a script for a shell. */
@Command(
        name = "completion",
        description = "Prints the script by which a shell completes verbs and options.",
        footer = {
            "",
            "For this shell: source <(narrows completion bash). For all that follow, write it to",
            "/usr/local/share/bash-completion/completions/narrows, or that of zsh to",
            "/usr/local/share/zsh/site-functions/_narrows. An installed Narrows has done so."
        })
final class CompletionCommand implements Runnable {
    /** The shells, in words of the command line. */
    enum Shell {
        bash(line -> AutoComplete.bash(line.getCommandName(), line)),
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
