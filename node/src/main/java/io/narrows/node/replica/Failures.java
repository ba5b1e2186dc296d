package io.narrows.node.replica;

import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
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
