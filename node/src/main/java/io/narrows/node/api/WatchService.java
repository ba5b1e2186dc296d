package io.narrows.node.api;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.WatchGrpc;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.etcd.WatchResponse;
import io.narrows.node.watch.WatchClient;
import io.narrows.node.watch.WatchHub;
import io.narrows.node.watch.WatchStream;

/** The Watch service: connects clients' streams to the {@link WatchHub}. */
final class WatchService extends WatchGrpc.WatchImplBase {
    private final Headers headers;
    private final WatchHub hub;

    WatchService(Headers headers, WatchHub hub) {
        this.headers = headers;
        this.hub = hub;
    }

    @Override
    public StreamObserver<WatchRequest> watch(StreamObserver<WatchResponse> observer) {
        var call = (ServerCallStreamObserver<WatchResponse>) observer;
        call.disableAutoRequest();
        Client client = new Client(call);
        WatchStream stream = hub.open(client);
        call.setOnReadyHandler(stream::ready);
        call.setOnCancelHandler(stream::close);
        return new Requests(stream);
    }

    /** The hub's view of a client. */
    private final class Client implements WatchClient {
        private final ServerCallStreamObserver<WatchResponse> call;
        private boolean ended;

        Client(ServerCallStreamObserver<WatchResponse> call) {
            this.call = call;
        }

        @Override
        public boolean isReady() {
            return call.isReady();
        }

        @Override
        public void send(WatchResponse response) {
            if (!ended) {
                call.onNext(response.toBuilder()
                        .setHeader(headers.complete(response.getHeader()))
                        .build());
            }
        }

        @Override
        public void requestNext() {
            call.request(1);
        }

        @Override
        public void closed() {
            if (!ended) {
                ended = true;
                call.onError(Statuses.of(EtcdError.STOPPED));
            }
        }
    }

    private record Requests(WatchStream stream) implements StreamObserver<WatchRequest> {
        @Override
        public void onNext(WatchRequest request) {
            stream.request(request);
        }

        @Override
        public void onError(Throwable cancelled) {
            stream.close();
        }

        /** Does nothing. As in etcd, watches of a half-closed stream continue until the client cancels the call. */
        @Override
        public void onCompleted() {}
    }
}
