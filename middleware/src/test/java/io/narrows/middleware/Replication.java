package io.narrows.middleware;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.narrows.testkit.BytesMarshaller;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A service of three methods with byte messages, each of which returns its request. */
final class Replication {
    static final MethodDescriptor<byte[], byte[]> APPEND = method("Append", MethodType.UNARY);
    static final MethodDescriptor<byte[], byte[]> HEARTBEAT = method("Heartbeat", MethodType.UNARY);
    static final MethodDescriptor<byte[], byte[]> STREAM = method("Stream", MethodType.BIDI_STREAMING);

    /** The method of {@link #unimplemented} only. */
    static final MethodDescriptor<byte[], byte[]> UNIMPLEMENTED = method("Unimplemented", MethodType.UNARY);

    /** A method that no server has. */
    static final MethodDescriptor<byte[], byte[]> MISSING = method("Missing", MethodType.UNARY);

    private Replication() {}

    static ServerServiceDefinition service() {
        return ServerServiceDefinition.builder("test.Replication")
                .addMethod(APPEND, ServerCalls.asyncUnaryCall(Replication::echo))
                .addMethod(HEARTBEAT, ServerCalls.asyncUnaryCall(Replication::echo))
                .addMethod(STREAM, ServerCalls.asyncBidiStreamingCall(Replication::each))
                .build();
    }

    /** Returns a service whose method counts its runs and answers UNIMPLEMENTED with this description. */
    static ServerServiceDefinition unimplemented(AtomicInteger runs, String words) {
        return ServerServiceDefinition.builder("test.Replication")
                .addMethod(UNIMPLEMENTED, ServerCalls.asyncUnaryCall((message, answer) -> {
                    runs.incrementAndGet();
                    answer.onError(Status.UNIMPLEMENTED.withDescription(words).asRuntimeException());
                }))
                .addMethod(APPEND, ServerCalls.asyncUnaryCall(Replication::echo))
                .build();
    }

    static byte[] call(Channel channel, MethodDescriptor<byte[], byte[]> method, byte[] message) {
        return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, message);
    }

    /** Makes a unary call that waits until its server is up. */
    static byte[] waiting(Channel channel, MethodDescriptor<byte[], byte[]> method, byte[] message) {
        return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT.withWaitForReady(), message);
    }

    /** Calls {@link #STREAM} with one message. */
    static byte[] stream(Channel channel, byte[] message) throws Exception {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        StreamObserver<byte[]> requests = ClientCalls.asyncBidiStreamingCall(
                channel.newCall(STREAM, CallOptions.DEFAULT), new StreamObserver<>() {
                    @Override
                    public void onNext(byte[] got) {
                        answer.complete(got);
                    }

                    @Override
                    public void onError(Throwable error) {
                        answer.completeExceptionally(error);
                    }

                    @Override
                    public void onCompleted() {}
                });
        requests.onNext(message);
        requests.onCompleted();
        return answer.get(30, TimeUnit.SECONDS);
    }

    private static void echo(byte[] message, StreamObserver<byte[]> answer) {
        answer.onNext(message);
        answer.onCompleted();
    }

    private static StreamObserver<byte[]> each(StreamObserver<byte[]> answers) {
        return new StreamObserver<>() {
            @Override
            public void onNext(byte[] message) {
                answers.onNext(message);
            }

            @Override
            public void onError(Throwable error) {
                answers.onError(error);
            }

            @Override
            public void onCompleted() {
                answers.onCompleted();
            }
        };
    }

    private static MethodDescriptor<byte[], byte[]> method(String name, MethodType type) {
        return MethodDescriptor.newBuilder(BytesMarshaller.KNOWN_LENGTH, BytesMarshaller.KNOWN_LENGTH)
                .setFullMethodName("test.Replication/" + name)
                .setType(type)
                .build();
    }
}
