package io.narrows.cli.platform;

import io.narrows.config.CloudPlace;
import io.narrows.config.ConfigSource;
import io.narrows.config.PlatformPlace;
import io.narrows.config.UnknownPlaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The place of the machine that this process runs on. A place that was found once does not change. Thread-safe. */
public final class MachinePlace implements PlatformPlace {
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private final CloudMetadata metadata;
    private Optional<CloudPlace> found = Optional.empty();

    MachinePlace(CloudMetadata metadata) {
        this.metadata = metadata;
    }

    /**
     * Returns a source for a process on its own machine, which is asked for the node's place if the file says so. The source's
     * environment may have the variables by which the clouds' own libraries find a metadata service elsewhere.
     */
    public static ConfigSource of(ConfigSource source) {
        return source.withPlatform(new MachinePlace(CloudMetadata.of(source.environment())));
    }

    @Override
    public String host() throws UnknownPlaceException {
        try {
            return Files.readString(HOST_NAME).strip();
        } catch (IOException e) {
            throw new UnknownPlaceException("cannot read the host's name (" + e + ")");
        }
    }

    @Override
    public synchronized CloudPlace cloud() throws UnknownPlaceException {
        if (found.isEmpty()) {
            found = Optional.of(metadata.find());
        }
        return found.get();
    }
}
