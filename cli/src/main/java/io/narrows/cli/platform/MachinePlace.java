package io.narrows.cli.platform;

import io.narrows.config.CloudPlace;
import io.narrows.config.ConfigSource;
import io.narrows.config.Names;
import io.narrows.config.PlatformPlace;
import io.narrows.config.UnknownPlaceException;
import io.narrows.config.yaml.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** The place of the machine that this process runs on. A place that was found once does not change. Thread-safe. */
public final class MachinePlace implements PlatformPlace {
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private static final Pattern LOCALHOST = Pattern.compile("localhost6?(\\..*)?");

    private final CloudMetadata metadata;
    private final Path hostName;
    private Optional<CloudPlace> found = Optional.empty();
    private Optional<String> host = Optional.empty();

    /** @param hostName the file that has the host's name */
    MachinePlace(CloudMetadata metadata, Path hostName) {
        this.metadata = metadata;
        this.hostName = hostName;
    }

    /**
     * Returns a source for a process on its own machine, which is asked for the node's place if the file says so. The source's
     * environment may have the variables by which the clouds' own libraries find a metadata service elsewhere.
     */
    public static ConfigSource of(ConfigSource source) {
        return source.withPlatform(new MachinePlace(CloudMetadata.of(source.environment()), HOST_NAME));
    }

    @Override
    public synchronized String host() throws UnknownPlaceException {
        if (host.isEmpty()) {
            host = Optional.of(readHost());
        }
        return host.get();
    }

    /** All hosts without a name of their own would otherwise seem to be one host. */
    private String readHost() throws UnknownPlaceException {
        String name;
        try {
            name = Files.readString(hostName).strip();
        } catch (IOException e) {
            throw new UnknownPlaceException("cannot read the host's name (" + e + ")");
        }
        if (!Names.isHost(name) || LOCALHOST.matcher(name).matches()) {
            throw UnknownPlaceException.forGood(
                    "the host's name " + Words.quote(name) + " does not identify it (set it with hostnamectl)");
        }
        return name;
    }

    @Override
    public synchronized CloudPlace cloud() throws UnknownPlaceException {
        if (found.isEmpty()) {
            found = Optional.of(metadata.find());
        }
        return found.get();
    }
}
