package io.narrows.node.peer;

import com.google.protobuf.InvalidProtocolBufferException;
import io.narrows.node.peer.RefusedException.Reason;
import io.narrows.node.peer.message.Hello;
import io.narrows.node.peer.message.HelloAnswer;
import io.narrows.node.peer.message.HelloRefusal;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The dialing side of the greeting. Once the peer has accepted, it is replaced by the frame handlers. */
final class DialHandshake extends ByteToMessageDecoder {
    private final PeerIdentity self;
    private final String peer;
    private final long timeoutMillis;
    private final DialResult result;
    private boolean ended;

    /** Receives the result of a greeting, once, on the event loop. */
    interface DialResult {
        void accepted();

        /** @param reason a {@link RefusedException} if the peer cannot be in the same group as this member */
        void failed(IOException reason);
    }

    DialHandshake(PeerIdentity self, String peer, long timeoutMillis, DialResult result) {
        this.self = self;
        this.peer = peer;
        this.timeoutMillis = timeoutMillis;
        this.result = result;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        Hello hello = Hello.newBuilder()
                .setCluster(self.cluster())
                .setFrom(self.address())
                .setTo(peer)
                .build();
        context.writeAndFlush(Greeting.write(context.alloc(), Greeting.VERSION, hello));
        context.executor()
                .schedule(
                        () -> fail(
                                context,
                                new IOException("no response to the greeting within " + timeoutMillis + " ms")),
                        timeoutMillis,
                        TimeUnit.MILLISECONDS);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
            throws RefusedException, InvalidProtocolBufferException {
        Greeting greeting = ended ? null : Greeting.read(in);
        if (greeting != null) {
            check(greeting.version(), HelloAnswer.parseFrom(greeting.body()));
            ended = true;
            context.pipeline().replace(this, null, new FrameDecoder());
            result.accepted();
        }
    }

    private void check(int version, HelloAnswer answer) throws RefusedException {
        if (answer.hasRefusal()) {
            HelloRefusal refusal = answer.getRefusal();
            throw new RefusedException(reason(refusal), refusal.getText());
        }
        if (version != Greeting.VERSION) {
            throw new RefusedException(
                    Reason.UNKNOWN_VERSION,
                    "the peer responded with protocol version " + version + " (expected: " + Greeting.VERSION + ")");
        }
        Hello hello = answer.getHello();
        if (!hello.getCluster().equals(self.cluster())) {
            throw new RefusedException(Reason.WRONG_CLUSTER, "the peer belongs to cluster " + hello.getCluster());
        }
        if (!hello.getFrom().equals(peer)) {
            throw new RefusedException(Reason.WRONG_ADDRESS, "the address belongs to member " + hello.getFrom());
        }
    }

    private static Reason reason(HelloRefusal refusal) {
        return switch (refusal.getReason()) {
            case WRONG_CLUSTER -> Reason.WRONG_CLUSTER;
            case WRONG_ADDRESS -> Reason.WRONG_ADDRESS;
            case UNKNOWN_VERSION -> Reason.UNKNOWN_VERSION;
            case UNSPECIFIED, UNRECOGNIZED -> Reason.OTHER_PROTOCOL;
        };
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        super.channelInactive(context);
        fail(context, new IOException("the peer closed the connection before it responded to the greeting"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Throwable reason = cause.getCause() instanceof IOException ? cause.getCause() : cause;
        fail(context, reason instanceof IOException known ? known : new IOException(reason));
    }

    private void fail(ChannelHandlerContext context, IOException reason) {
        if (!ended) {
            ended = true;
            result.failed(reason);
            context.close();
        }
    }
}
