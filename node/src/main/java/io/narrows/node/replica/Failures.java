package io.narrows.node.replica;

import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import java.util.concurrent.CompletionException;
import org.apache.ratis.protocol.exceptions.AlreadyClosedException;
import org.apache.ratis.protocol.exceptions.LeaderSteppingDownException;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.protocol.exceptions.ReadIndexException;
import org.apache.ratis.protocol.exceptions.ServerNotReadyException;

/**
 * What Ratis' exceptions are called in etcd's API. Clients take all of these as saying nothing of whether a write was done; of a
 * leader that has too much to do ({@code ResourceUnavailableException}) nothing else is true.
 */
final class Failures {
    private Failures() {}

    /** What a future failed with, without what the futures between put around it. */
    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException ? failure.getCause() : failure;
    }

    static EtcdError error(Throwable failure) {
        if (failure instanceof EtcdException refused) {
            return refused.error();
        }
        if (failure instanceof NotLeaderException || failure instanceof LeaderSteppingDownException) {
            return EtcdError.LEADER_CHANGED;
        }
        if (failure instanceof ReadIndexException) {
            return EtcdError.NO_LEADER;
        }
        if (failure instanceof AlreadyClosedException || failure instanceof ServerNotReadyException) {
            return EtcdError.STOPPED;
        }
        return EtcdError.TIMEOUT;
    }
}
