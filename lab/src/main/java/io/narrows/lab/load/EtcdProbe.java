package io.narrows.lab.load;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.narrows.config.HostPort;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.RangeRequest;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Checks whether a server of a store serves requests. Not thread-safe. */
public final class EtcdProbe implements AutoCloseable {
    private final Endpoints endpoints;

    /** @throws IOException if a certificate file cannot be read */
    public EtcdProbe(HostPort address, Tls tls) throws IOException {
        this.endpoints = Endpoints.open(List.of(address), tls);
    }

    /** Returns whether a linearizable read succeeds now: the server is up, and the store has a leader. Waits at most 10 s. */
    public boolean answers() {
        Endpoint endpoint = endpoints.get(0);
        endpoint.reconnect();
        RangeRequest request = RangeRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8(Registry.PREFIX))
                .setCountOnly(true)
                .build();
        try {
            return endpoint.call(KVGrpc.getRangeMethod(), request).join().hasHeader();
        } catch (CompletionException e) {
            Status status = Status.fromThrowable(e);
            if (status.getCode() == Status.Code.UNAVAILABLE || status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
                return false;
            }
            throw status.asRuntimeException();
        }
    }

    @Override
    public void close() {
        endpoints.close();
    }
}
