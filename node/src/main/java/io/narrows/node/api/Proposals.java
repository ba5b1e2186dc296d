package io.narrows.node.api;

import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.CommandVersions;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Proposes commands to the group. */
final class Proposals {
    /** etcd's limit, {@code --max-request-bytes}. */
    static final int MAX_BYTES = 3 << 19;

    private final Replica replica;
    private final Keyspace keyspace;
    private final SpaceQuota quota;

    Proposals(Replica replica, Keyspace keyspace, SpaceQuota quota) {
        this.replica = replica;
        this.keyspace = keyspace;
        this.quota = quota;
    }

    /**
     * @param response extracts the response from the outcome
     * @return fails with the refusal of a refused command
     */
    <T> CompletableFuture<T> propose(Command command, Function<Outcome, T> response) {
        if (command.getSerializedSize() > MAX_BYTES) {
            throw Statuses.of(EtcdError.REQUEST_TOO_LARGE);
        }
        if (!quota.admits(command)) {
            return quota.raise().thenApply(raised -> {
                throw Statuses.of(EtcdError.NO_SPACE);
            });
        }
        return replica.propose(admitted(command)).thenApply(outcome -> {
            if (outcome.hasRefusal()) {
                throw Statuses.of(outcome.getRefusal());
            }
            return response.apply(outcome);
        });
    }

    private Command admitted(Command command) {
        try {
            return CommandVersions.admitted(command, keyspace);
        } catch (EtcdException | IOException e) {
            throw Statuses.of(e);
        }
    }
}
