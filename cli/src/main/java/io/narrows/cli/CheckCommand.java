package io.narrows.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "check", description = "Says whether a configuration is right, and names every mistake if not.")
final class CheckCommand implements Callable<Integer> {
    @Mixin
    private ConfigOption config;

    @Override
    public Integer call() {
        if (config.load().isEmpty()) {
            return Narrows.EXIT_BAD_INPUT;
        }
        System.out.println(config.file() + ": ok");
        return 0;
    }
}
