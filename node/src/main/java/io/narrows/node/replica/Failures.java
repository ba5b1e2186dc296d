package io.narrows.node.replica;

import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.error.RaftError;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.peer.NotSentException;
import io.narrows.node.peer.PeerException;
import io.narrows.node.peer.message.Failure;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

/**
 * Converts failures of requests to the group between SOFAJRaft's form, the messages between members, and etcd's API errors.
 * To clients, all of these etcd errors leave open whether a write was applied.
 */
final class Failures {
    private Failures() {}

    /** Unwraps the exceptions that futures add to a failure. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Returns the exception for callers of {@link Replica}. */
    static CompletionException refused(Throwable failure) {
        return new CompletionException(new EtcdException(error(cause(failure))));
    }

    static EtcdError error(Throwable failure) {
        return failure instanceof EtcdException refused ? refused.error() : EtcdError.TIMEOUT;
    }

    /** Returns whether an entry was certainly not appended. */
    static boolean isNotTaken(Throwable failure) {
        return failure instanceof NotTakenException || failure instanceof NotSentException;
    }

    /**
     * Returns whether a question failed because of its leader, or was not answered in time: the next one may answer it. Leaders
     * report failures that have no message of their own as TIMEOUT.
     */
    static boolean isOfLeader(Throwable failure) {
        if (failure instanceof EtcdException refused) {
            return switch (refused.error()) {
                case LEADER_CHANGED, NO_LEADER, TIMEOUT -> true;
                default -> false;
            };
        }
        return failure instanceof PeerException
                || failure instanceof NotTakenException
                || failure instanceof NotBegunException
                || failure instanceof TimeoutException;
    }

    /**
     * Returns the failure of an entry passed to SOFAJRaft. The entry may have been appended unless the failure says
     * otherwise.
     */
    static Exception ofAppend(Status status) {
        return switch (status.getRaftError()) {
            case EBUSY -> new NotTakenException(status.getErrorMsg());
            case EPERM -> new EtcdException(EtcdError.LEADER_CHANGED);
            default -> ofStatus(status);
        };
    }

    /** Returns the failure of any other SOFAJRaft operation. */
    static Exception ofStatus(Status status) {
        boolean stopped = status.getRaftError() == RaftError.ENODESHUTDOWN
                || status.getRaftError() == RaftError.ESHUTDOWN
                || status.getRaftError() == RaftError.EHOSTDOWN;
        return new EtcdException(stopped ? EtcdError.STOPPED : EtcdError.TIMEOUT);
    }

    /** Converts a failure to a message for another member. */
    static Failure message(Throwable failure) {
        Throwable cause = cause(failure);
        return Failure.newBuilder()
                .setKind(kind(cause))
                .setDetail(String.valueOf(cause.getMessage()))
                .build();
    }

    private static Failure.Kind kind(Throwable cause) {
        if (isNotTaken(cause)) {
            return Failure.Kind.NOT_TAKEN;
        }
        if (cause instanceof NotBegunException) {
            return Failure.Kind.NOT_BEGUN;
        }
        return switch (error(cause)) {
            case LEADER_CHANGED -> Failure.Kind.LEADER_CHANGED;
            case NO_LEADER -> Failure.Kind.NO_LEADER;
            case STOPPED -> Failure.Kind.STOPPED;
            default -> Failure.Kind.TIMEOUT;
        };
    }

    /** Converts a failure received from another member. */
    static Exception told(Failure failure) {
        return switch (failure.getKind()) {
            case NOT_TAKEN -> new NotTakenException(failure.getDetail());
            case NOT_BEGUN -> new NotBegunException();
            case LEADER_CHANGED -> new EtcdException(EtcdError.LEADER_CHANGED);
            case NO_LEADER -> new EtcdException(EtcdError.NO_LEADER);
            case STOPPED -> new EtcdException(EtcdError.STOPPED);
            default -> new EtcdException(EtcdError.TIMEOUT);
        };
    }
}
