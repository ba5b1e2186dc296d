package io.narrows.cli;

import io.narrows.config.ConfigSchema;
import picocli.CommandLine.Command;

@Command(name = "schema", description = "Prints the JSON Schema of the configuration, for editors.")
final class SchemaCommand implements Runnable {
    @Override
    public void run() {
        System.out.print(ConfigSchema.text());
    }
}
