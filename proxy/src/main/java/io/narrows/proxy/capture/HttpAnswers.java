package io.narrows.proxy.capture;

import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/** The HTTP responses to a CONNECT request: 200 for an open connection, and errors that end it. */
record HttpAnswers(Channel channel) implements CapturedConnection.Answers {
    @Override
    public void opened() {
        channel.writeAndFlush(ByteBufUtil.writeAscii(channel.alloc(), "HTTP/1.1 200 Connection established\r\n\r\n"));
    }

    @Override
    public void failed(Failure failure, String detail) {
        try {
            HttpResponseStatus status = failure == Failure.OPEN_TIMEOUT
                    ? HttpResponseStatus.GATEWAY_TIMEOUT
                    : HttpResponseStatus.BAD_GATEWAY;
            error(status, failure.label() + ": " + detail);
        } catch (RuntimeException | Error e) {
            channel.close(); // without an answer, since there is no memory for one
            throw e;
        }
    }

    /** Answers with an error, and closes the connection after it. */
    void error(HttpResponseStatus status, String detail) {
        byte[] body = (detail + "\n").getBytes(StandardCharsets.UTF_8);
        String head =
                "HTTP/1.1 " + status + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: " + body.length
                        + (status.equals(HttpResponseStatus.METHOD_NOT_ALLOWED) ? "\r\nAllow: CONNECT" : "")
                        + "\r\nConnection: close\r\n\r\n";
        channel.write(ByteBufUtil.writeAscii(channel.alloc(), head));
        channel.writeAndFlush(channel.alloc().buffer(body.length).writeBytes(body))
                .addListener(ChannelFutureListener.CLOSE);
    }
}
