package io.narrows.tests.middleware;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The protocol between the leader of a log and its followers: it appends entries, and sends heartbeats. Messages are text. */
final class ReplicationService {
    static final MethodDescriptor<String, String> APPEND = method("Append");
    static final MethodDescriptor<String, String> HEARTBEAT = method("Heartbeat");

    private ReplicationService() {}

    /** Returns the follower's service. */
    static ServerServiceDefinition follower() {
        return ServerServiceDefinition.builder("example.Replication")
                .addMethod(APPEND, ServerCalls.asyncUnaryCall((entry, answer) -> answer(answer, "appended")))
                .addMethod(HEARTBEAT, ServerCalls.asyncUnaryCall((term, answer) -> answer(answer, term)))
                .build();
    }

    private static void answer(StreamObserver<String> to, String text) {
        to.onNext(text);
        to.onCompleted();
    }

    private static MethodDescriptor<String, String> method(String name) {
        return MethodDescriptor.newBuilder(new Text(), new Text())
                .setFullMethodName("example.Replication/" + name)
                .setType(MethodType.UNARY)
                .build();
    }

    /** Reports the size of a message before it is sent, as protobuf's messages do. */
    private static final class Text implements Marshaller<String> {
        private static final class Bytes extends ByteArrayInputStream implements KnownLength {
            Bytes(byte[] bytes) {
                super(bytes);
            }
        }

        @Override
        public InputStream stream(String message) {
            return new Bytes(message.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
