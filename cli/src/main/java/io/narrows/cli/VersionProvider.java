package io.narrows.cli;

import picocli.CommandLine.IVersionProvider;

/** Provides {@link Version} to picocli. */
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {Version.describe()};
    }
}
