package io.narrows.tests.middleware;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.narrows.testkit.BytesMarshaller;

/** A service that returns each request in the encoding that it arrived in, as grpc-go does. */
public final class Echo {
    public static final MethodDescriptor<byte[], byte[]> UNARY = method("Unary", MethodDescriptor.MethodType.UNARY);
    static final MethodDescriptor<byte[], byte[]> STREAM = method("Stream", MethodDescriptor.MethodType.BIDI_STREAMING);
    static final Metadata.Key<String> ENCODING = Metadata.Key.of("grpc-encoding", Metadata.ASCII_STRING_MARSHALLER);

    private Echo() {}

    public static ServerServiceDefinition service() {
        ServerServiceDefinition service = ServerServiceDefinition.builder("echo.Echo")
                .addMethod(UNARY, ServerCalls.<byte[], byte[]>asyncUnaryCall((message, observer) -> {
                    observer.onNext(message);
                    observer.onCompleted();
                }))
                .addMethod(STREAM, ServerCalls.<byte[], byte[]>asyncBidiStreamingCall(Echo::each))
                .build();
        return ServerInterceptors.intercept(service, new SameEncoding());
    }

    private static StreamObserver<byte[]> each(StreamObserver<byte[]> answers) {
        return new StreamObserver<>() {
            @Override
            public void onNext(byte[] message) {
                answers.onNext(message);
            }

            @Override
            public void onError(Throwable cancelled) {
                answers.onError(cancelled);
            }

            @Override
            public void onCompleted() {
                answers.onCompleted();
            }
        };
    }

    private static MethodDescriptor<byte[], byte[]> method(String name, MethodDescriptor.MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(type)
                .setFullMethodName("echo.Echo/" + name)
                .setRequestMarshaller(BytesMarshaller.UNKNOWN_LENGTH)
                .setResponseMarshaller(BytesMarshaller.UNKNOWN_LENGTH)
                .build();
    }

    private static final class SameEncoding implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            String encoding = headers.get(ENCODING);
            call.setCompression(encoding == null ? "identity" : encoding);
            return next.startCall(call, headers);
        }
    }
}
