package io.narrows.middleware;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records what a server receives: the encoding of each call, and the wire sizes of its messages. */
final class Encodings extends ServerStreamTracer.Factory {
    private final List<String> encodings = new CopyOnWriteArrayList<>();
    private final List<Long> sizes = new CopyOnWriteArrayList<>();

    @Override
    public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
        encodings.add(Objects.requireNonNullElse(headers.get(Wire.ENCODING), "identity"));
        return new ServerStreamTracer() {
            @Override
            public void inboundMessageRead(int number, long wire, long app) {
                sizes.add(wire);
            }
        };
    }

    /** Returns the encodings of the calls so far. */
    List<String> ofCalls() {
        return new ArrayList<>(encodings);
    }

    /** Returns the sizes of the messages read so far, without their prefixes. */
    List<Long> sizes() {
        return new ArrayList<>(sizes);
    }
}
