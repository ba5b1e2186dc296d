package io.narrows.cli;

import picocli.CommandLine.Command;

@Command(name = "version", description = "Prints the version of this build and of the Java that runs it.")
final class VersionCommand implements Runnable {
    @Override
    public void run() {
        System.out.println(Version.describe());
    }
}
