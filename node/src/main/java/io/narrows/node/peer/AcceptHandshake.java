package io.narrows.node.peer;

import com.google.protobuf.InvalidProtocolBufferException;
import io.narrows.node.peer.RefusedException.Reason;
import io.narrows.node.peer.message.Hello;
import io.narrows.node.peer.message.HelloAnswer;
import io.narrows.node.peer.message.HelloRefusal;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The accepting side of the greeting. Once it has accepted, it is replaced by the frame handlers. */
final class AcceptHandshake extends ByteToMessageDecoder {
    private static final long TIMEOUT_SECONDS = 10;

    private final PeerIdentity self;
    private final RefusalLog log;
    private final Consumer<String> greeted;
    private String peer = "unknown";
    private boolean ended;

    /** @param greeted receives the address of the peer once it is accepted, on the event loop */
    AcceptHandshake(PeerIdentity self, RefusalLog log, Consumer<String> greeted) {
        this.self = self;
        this.log = log;
        this.greeted = greeted;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        // The host without the port, which differs for each connection.
        peer = context.channel().remoteAddress() instanceof InetSocketAddress address
                ? address.getHostString()
                : "unknown";
        context.executor()
                .schedule(
                        () -> {
                            if (!ended) {
                                context.close();
                            }
                        },
                        TIMEOUT_SECONDS,
                        TimeUnit.SECONDS);
        context.fireChannelActive();
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
            throws RefusedException, InvalidProtocolBufferException {
        if (ended) {
            in.skipBytes(in.readableBytes());
            return;
        }
        Greeting greeting = Greeting.read(in);
        if (greeting != null) {
            answer(context, greeting);
        }
    }

    private void answer(ChannelHandlerContext context, Greeting greeting) throws InvalidProtocolBufferException {
        if (greeting.version() != Greeting.VERSION) {
            String text = "protocol version " + greeting.version() + " (" + self.address() + " speaks "
                    + Greeting.VERSION + ")";
            refuse(context, HelloRefusal.Reason.UNKNOWN_VERSION, Reason.UNKNOWN_VERSION, text);
            return;
        }
        Hello hello = Hello.parseFrom(greeting.body());
        if (!hello.getFrom().isEmpty()) {
            peer = hello.getFrom();
        }
        if (!hello.getCluster().equals(self.cluster())) {
            String text = self.address() + " belongs to cluster " + self.cluster() + ", " + hello.getFrom()
                    + " to cluster " + hello.getCluster();
            refuse(context, HelloRefusal.Reason.WRONG_CLUSTER, Reason.WRONG_CLUSTER, text);
        } else if (!hello.getTo().equals(self.address())) {
            String text = hello.getFrom() + " dialed " + hello.getTo() + " but reached " + self.address();
            refuse(context, HelloRefusal.Reason.WRONG_ADDRESS, Reason.WRONG_ADDRESS, text);
        } else {
            accept(context, hello);
        }
    }

    private void accept(ChannelHandlerContext context, Hello hello) {
        Hello own = Hello.newBuilder()
                .setCluster(self.cluster())
                .setFrom(self.address())
                .setTo(hello.getFrom())
                .build();
        HelloAnswer answer = HelloAnswer.newBuilder().setHello(own).build();
        context.writeAndFlush(Greeting.write(context.alloc(), Greeting.VERSION, answer));
        ended = true;
        context.pipeline().replace(this, null, new FrameDecoder());
        greeted.accept(hello.getFrom());
    }

    private void refuse(ChannelHandlerContext context, HelloRefusal.Reason code, Reason reason, String text) {
        ended = true;
        log.warn(peer, new RefusedException(reason, text));
        HelloAnswer answer = HelloAnswer.newBuilder()
                .setRefusal(HelloRefusal.newBuilder().setReason(code).setText(text))
                .build();
        context.writeAndFlush(Greeting.write(context.alloc(), Greeting.VERSION, answer))
                .addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!ended) {
            ended = true;
            if (cause.getCause() instanceof RefusedException refused) {
                log.warn(peer, refused);
            } else if (cause.getCause() instanceof InvalidProtocolBufferException) {
                log.warn(peer, new RefusedException(Reason.OTHER_PROTOCOL, "malformed hello: " + cause.getMessage()));
            }
        }
        context.close();
    }
}
