package io.narrows.cli;

import io.narrows.cli.node.StoreText;
import io.narrows.config.AssumedPrice;
import io.narrows.config.Config;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "check",
        description = "Says whether a configuration and its certificates are right, and names every mistake if not.")
final class CheckCommand implements Callable<Integer> {
    @Mixin
    private ConfigOption config;

    @Override
    public Integer call() {
        Optional<Config> loaded = config.loadWithCertificates();
        if (loaded.isEmpty()) {
            return Narrows.EXIT_BAD_INPUT;
        }
        System.out.println(config.file() + ": ok");
        loaded.get()
                .targets()
                .forEach((name, target) -> target.peers()
                        .ifPresent(peers -> System.out.println(
                                "target " + name + " at " + target.address() + " for " + String.join(" ", peers))));
        AssumedPrice.of(loaded.get()).forEach(System.out::println);
        System.out.print(StoreText.of(loaded.get()));
        return 0;
    }
}
