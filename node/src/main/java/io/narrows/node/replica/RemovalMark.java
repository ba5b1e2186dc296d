package io.narrows.node.replica;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A mark in a member's directory which records that its group has removed it. After a restart no other member would report
 * the removal, and the member would wait for a leader forever.
 */
final class RemovalMark {
    private static final String NAME = "removed";

    private final RaftSettings settings;
    private final Path file;

    RemovalMark(RaftSettings settings) {
        this.settings = settings;
        this.file = settings.directory().resolve(NAME);
    }

    /** @throws IOException if the member has been removed; the message says what to do */
    void refuseRemoved() throws IOException {
        if (Files.exists(file)) {
            throw failure();
        }
    }

    /** Leaves the mark. If that fails, the member can find out about the removal again by asking the group. */
    IOException leave() {
        IOException failure = failure();
        try {
            Files.writeString(file, failure.getMessage() + System.lineSeparator());
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    private IOException failure() {
        return new IOException(settings.peerAddress()
                + ": the member has been permanently removed from the cluster; to add it again, run"
                + " member add, delete " + settings.directory() + ", and start it as a joining member");
    }
}
