package io.narrows.cli;

import picocli.CommandLine.IVersionProvider;

/** {@link Version} for picocli. */
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {Version.describe()};
    }
}
