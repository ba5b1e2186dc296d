package io.narrows.cli;

import picocli.CommandLine.Command;

@Command(name = "version", description = "Prints the versions of this build and of the Java runtime.")
final class VersionCommand implements Runnable {
    @Override
    public void run() {
        System.out.println(Version.describe());
    }
}
