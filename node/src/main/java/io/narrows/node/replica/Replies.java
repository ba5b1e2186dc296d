package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Outcomes;
import io.narrows.node.error.EtcdException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.exceptions.RaftException;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * What requests came to, of a reply or of the failure to get one. All throw a {@link CompletionException} of an {@link
 * EtcdException} when it was nothing.
 */
final class Replies {
    private Replies() {}

    static Outcomes outcomes(RaftClientReply reply, Throwable failure) {
        try {
            return Outcomes.parseFrom(content(reply, failure).asReadOnlyByteBuffer());
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    static Answer answer(RaftClientReply reply, Throwable failure) {
        try {
            return Answer.parseFrom(content(reply, failure).asReadOnlyByteBuffer());
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    /** Of one that only had to be done. */
    static Void nothing(RaftClientReply reply, Throwable failure) {
        content(reply, failure);
        return null;
    }

    static CompletionException refused(Throwable failure) {
        return new CompletionException(new EtcdException(Failures.error(Failures.cause(failure))));
    }

    private static ByteString content(RaftClientReply reply, Throwable failure) {
        if (failure != null) {
            throw refused(failure);
        }
        RaftException exception = reply.getException();
        if (exception != null) {
            throw refused(exception);
        }
        return reply.getMessage().getContent();
    }
}
