package io.narrows.middleware;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;

/** A service of three methods, whose messages are bytes: each gives back what it got. */
final class Replication {
    static final MethodDescriptor<byte[], byte[]> APPEND = method("Append", MethodType.UNARY);
    static final MethodDescriptor<byte[], byte[]> HEARTBEAT = method("Heartbeat", MethodType.UNARY);
    static final MethodDescriptor<byte[], byte[]> STREAM = method("Stream", MethodType.BIDI_STREAMING);

    private Replication() {}

    static ServerServiceDefinition service() {
        return ServerServiceDefinition.builder("test.Replication")
                .addMethod(APPEND, ServerCalls.asyncUnaryCall(Replication::echo))
                .addMethod(HEARTBEAT, ServerCalls.asyncUnaryCall(Replication::echo))
                .addMethod(STREAM, ServerCalls.asyncBidiStreamingCall(Replication::each))
                .build();
    }

    static byte[] call(Channel channel, MethodDescriptor<byte[], byte[]> method, byte[] message) {
        return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, message);
    }

    /** The same, which waits until its server is there. */
    static byte[] waiting(Channel channel, MethodDescriptor<byte[], byte[]> method, byte[] message) {
        return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT.withWaitForReady(), message);
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
        return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                .setFullMethodName("test.Replication/" + name)
                .setType(type)
                .build();
    }
}
