package io.narrows.node.state;

import io.narrows.node.command.Command;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.mvcc.Keyspace;
import java.io.IOException;

/**
 * Versions of the log's commands. Each kind of command requires the version that introduced it, and is proposed only after the
 * group has agreed on that version, which happens once all members support it. A member of an older release therefore never
 * receives an unknown command; if it does, it stops, because it must not skip a change.
 *
 * <pre>
 *   1   all kinds up to bootstrap
 *   2   raise_version, alarm, hash_claim
 *   3   promote, add of a learner
 *   4   checkpoint
 * </pre>
 */
public final class CommandVersions {
    /** Version of a group that has not agreed on any. */
    public static final int FIRST = 1;

    /** Latest version supported by this release. */
    public static final int NEWEST = 4;

    private CommandVersions() {}

    /** Returns the version that a command requires. */
    public static int of(Command command) {
        return switch (command.getKindCase()) {
            case PUT, DELETE_RANGE, TXN, COMPACT, GRANT, REVOKE, PUBLISH, REMOVE, BOOTSTRAP, KIND_NOT_SET -> FIRST;
            case RAISE_VERSION, ALARM, HASH_CLAIM -> 2;
            case ADD -> command.getAdd().getLearner() ? 3 : FIRST;
            case PROMOTE -> 3;
            case CHECKPOINT -> 4;
        };
    }

    /**
     * Prepares a command for the log: adds the version that it requires, for members that do not know its kind.
     *
     * @throws EtcdException NOT_CAPABLE if the group has not agreed on that version
     */
    public static Command admitted(Command command, Keyspace keyspace) throws EtcdException, IOException {
        if (of(command) > FIRST && of(command) > keyspace.groupVersion()) {
            throw new EtcdException(EtcdError.NOT_CAPABLE);
        }
        return stamped(command);
    }

    /** Adds the version that a command requires. */
    public static Command stamped(Command command) {
        int version = of(command);
        return version == FIRST
                ? command
                : command.toBuilder().setNeedsVersion(version).build();
    }

    /** @throws IOException if this release does not support the command; the message says what it needs */
    static void requireUnderstood(Command command) throws IOException {
        if (command.getNeedsVersion() > NEWEST || command.getKindCase() == Command.KindCase.KIND_NOT_SET) {
            throw new IOException("command with version "
                    + (command.getNeedsVersion() == 0 ? "unknown" : command.getNeedsVersion())
                    + (command.getUnknownFields().asMap().isEmpty()
                            ? ""
                            : ", type " + command.getUnknownFields().asMap().keySet())
                    + " (expected: at most " + NEWEST
                    + "). This release is older than that of other members; start this member with their release. Its data"
                    + " is intact");
        }
    }

    /** @throws IOException if this release does not support all commands of the group's version */
    static void requireUnderstood(int groupVersion) throws IOException {
        if (groupVersion > NEWEST) {
            throw new IOException("the group's commands have version " + groupVersion + " (expected: at most " + NEWEST
                    + "). This release is older than the group's; start this member with the group's release. Its"
                    + " data is intact");
        }
    }
}
