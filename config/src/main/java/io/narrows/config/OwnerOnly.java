package io.narrows.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Checks that a file of secrets is its owner's alone: mode 0600 or stricter. A symbolic link stands for its file. */
final class OwnerOnly {
    private static final Set<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private OwnerOnly() {}

    /** Returns what is wrong with the file's mode, as part of a sentence; empty if only its owner has access. */
    static Optional<String> objection(Path file) {
        try {
            Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
            return OWNER.containsAll(mode)
                    ? Optional.empty()
                    : Optional.of("is open to others (mode " + PosixFilePermissions.toString(mode) + ")");
        } catch (IOException e) {
            return Optional.of("has no readable mode (" + e + ")");
        }
    }
}
