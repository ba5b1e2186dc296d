package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;

/**
 * Recognizes gRPC without TLS by the connection preface of HTTP/2 (RFC 9113, section 3.4). This does not identify the
 * traffic that it carries.
 */
final class GrpcPreface implements Recogniser {
    private static final Prefix PREFACE = Prefix.ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    private static final Finding GRPC = Finding.carrier(TrafficClass.GRPC);

    @Override
    public Finding look(ByteBuf start) {
        return PREFACE.look(start, GRPC);
    }
}
