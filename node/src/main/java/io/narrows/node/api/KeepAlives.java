package io.narrows.node.api;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.narrows.node.command.Answer;
import io.narrows.node.command.Question;
import io.narrows.node.command.Refusal;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.LeaseKeepAliveRequest;
import io.narrows.node.etcd.LeaseKeepAliveResponse;
import io.narrows.node.etcd.ResponseHeader;
import io.narrows.node.replica.Replica;
import java.util.function.Supplier;

/**
 * A client's stream of renewals. Up to {@link #WINDOW} are on their way to the leader at a time; each is answered as it comes back.
 * A lease that is gone is answered by a TTL of 0; when the leader cannot be asked, the stream ends.
 */
final class KeepAlives implements StreamObserver<LeaseKeepAliveRequest> {
    private static final int WINDOW = 64;

    private final ServerCallStreamObserver<LeaseKeepAliveResponse> client;
    private final Replica replica;
    private final Supplier<ResponseHeader> header;
    private int underWay;
    private boolean clientIsDone;
    private boolean ended;

    private KeepAlives(
            ServerCallStreamObserver<LeaseKeepAliveResponse> client, Replica replica, Supplier<ResponseHeader> header) {
        this.client = client;
        this.replica = replica;
        this.header = header;
    }

    /** To be called while the call begins. */
    static KeepAlives begin(
            StreamObserver<LeaseKeepAliveResponse> observer, Replica replica, Supplier<ResponseHeader> header) {
        var client = (ServerCallStreamObserver<LeaseKeepAliveResponse>) observer;
        KeepAlives stream = new KeepAlives(client, replica, header);
        client.disableAutoRequest();
        client.setOnCancelHandler(stream::cancelled);
        client.request(WINDOW);
        return stream;
    }

    /** Whether a refusal says that there is no such lease. */
    static boolean isGone(Refusal refusal) {
        return refusal.getText().equals(EtcdError.LEASE_NOT_FOUND.text());
    }

    @Override
    public void onNext(LeaseKeepAliveRequest request) {
        synchronized (this) {
            underWay++;
        }
        // Its revision is from before the renewal: were it later, a client could take a lease for alive that was
        // revoked before.
        ResponseHeader asOfNow = header.get();
        Question question = Question.newBuilder().setKeepAlive(request).build();
        replica.ask(question).whenComplete((answer, failure) -> {
            if (failure == null) {
                answer(request.getID(), asOfNow, answer);
            } else {
                fail(failure);
            }
        });
    }

    private synchronized void answer(long id, ResponseHeader asOfNow, Answer answer) {
        underWay--;
        if (ended) {
            return;
        }
        if (answer.hasRefusal() && !isGone(answer.getRefusal())) {
            fail(Statuses.of(answer.getRefusal()));
            return;
        }
        client.onNext(LeaseKeepAliveResponse.newBuilder()
                .setHeader(asOfNow)
                .setID(id)
                .setTTL(answer.getKeepAlive().getTTL())
                .build());
        if (clientIsDone) {
            completeWhenAllIsAnswered();
        } else {
            client.request(1);
        }
    }

    private synchronized void fail(Throwable failure) {
        if (!ended) {
            ended = true;
            client.onError(Statuses.of(failure));
        }
    }

    private void completeWhenAllIsAnswered() {
        if (underWay == 0 && !ended) {
            ended = true;
            client.onCompleted();
        }
    }

    @Override
    public synchronized void onCompleted() {
        clientIsDone = true;
        completeWhenAllIsAnswered();
    }

    @Override
    public void onError(Throwable cancelled) {
        cancelled();
    }

    private synchronized void cancelled() {
        ended = true;
    }
}
