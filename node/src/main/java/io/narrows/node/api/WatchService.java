package io.narrows.node.api;

import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.WatchGrpc;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.replica.Replica;
import io.narrows.node.watch.WatchClient;
import io.narrows.node.watch.WatchHub;
import io.narrows.node.watch.WatchStream;
import io.narrows.node.watch.message.EncodedWatchResponse;

/** The Watch service: connects clients' streams to the {@link WatchHub}, whose responses have encoded events. */
final class WatchService implements BindableService {
    private static final MethodDescriptor<WatchRequest, EncodedWatchResponse> WATCH =
            WatchGrpc.getWatchMethod().toBuilder(
                            WatchGrpc.getWatchMethod().getRequestMarshaller(),
                            ProtoUtils.marshaller(EncodedWatchResponse.getDefaultInstance()))
                    .build();

    private final Headers headers;
    private final WatchHub hub;
    private final Replica replica;

    WatchService(Headers headers, WatchHub hub, Replica replica) {
        this.headers = headers;
        this.hub = hub;
        this.replica = replica;
    }

    @Override
    public ServerServiceDefinition bindService() {
        return ServerServiceDefinition.builder(WatchGrpc.SERVICE_NAME)
                .addMethod(WATCH, ServerCalls.asyncBidiStreamingCall(this::watch))
                .build();
    }

    private StreamObserver<WatchRequest> watch(StreamObserver<EncodedWatchResponse> observer) {
        var call = (ServerCallStreamObserver<EncodedWatchResponse>) observer;
        call.disableAutoRequest();
        Client client = new Client(call);
        WatchStream stream = hub.open(client);
        WatchRequests requests = new WatchRequests(stream, replica);
        call.setOnReadyHandler(stream::ready);
        call.setOnCancelHandler(requests::close);
        return requests;
    }

    /** The hub's view of a client. */
    private final class Client implements WatchClient {
        private final ServerCallStreamObserver<EncodedWatchResponse> call;
        private boolean ended;

        Client(ServerCallStreamObserver<EncodedWatchResponse> call) {
            this.call = call;
        }

        @Override
        public boolean isReady() {
            return call.isReady();
        }

        @Override
        public void send(EncodedWatchResponse response) {
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
            failed(new EtcdException(EtcdError.STOPPED));
        }

        @Override
        public void failed(Throwable failure) {
            if (!ended) {
                ended = true;
                call.onError(Statuses.of(failure));
            }
        }
    }
}
