package io.narrows.node.peer;

import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.rpc.Connection;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.google.protobuf.Message;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection dialed by a peer. Stops reading requests while the peer does not read the responses, to bound their
 * memory.
 */
final class AcceptedConnection extends SimpleChannelInboundHandler<Frame> implements Connection {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptedConnection.class);

    private final RequestHandlers handlers;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private @Nullable ChannelHandlerContext context;
    private @Nullable Outbox<Frame> outbox;

    AcceptedConnection(RequestHandlers handlers) {
        this.handlers = handlers;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        outbox = new Outbox<>(added.channel().eventLoop(), added::write, added::flush, frame -> {});
    }

    @Override
    protected void channelRead0(ChannelHandlerContext read, Frame frame) {
        handlers.handle(new Answer(this, frame.id()), frame.message());
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changed) {
        changed.channel().config().setAutoRead(changed.channel().isWritable());
        changed.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        handlers.closed(remoteAddress(), this);
        inactive.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        LOG.atInfo()
                .addKeyValue("remote", remoteAddress())
                .addKeyValue("reason", String.valueOf(cause.getMessage()))
                .log("connection from peer failed: closed");
        failed.close();
    }

    private String remoteAddress() {
        return String.valueOf(Objects.requireNonNull(context).channel().remoteAddress());
    }

    @Override
    public @Nullable Object getAttribute(String key) {
        return attributes.get(key);
    }

    @Override
    public void setAttribute(String key, Object value) {
        attributes.put(key, value);
    }

    @Override
    public @Nullable Object setAttributeIfAbsent(String key, Object value) {
        return attributes.putIfAbsent(key, value);
    }

    @Override
    public void close() {
        Objects.requireNonNull(context).close();
    }

    private record Answer(AcceptedConnection connection, int id) implements RpcContext {
        @Override
        public void sendResponse(Object response) {
            Message message = (Message) response;
            int bytes = message.getSerializedSize();
            boolean fits = bytes <= Frame.MAX_MESSAGE_BYTES;
            Objects.requireNonNull(connection.outbox).send(new Frame(id, fits ? message : tooLarge(bytes)));
        }

        private static Message tooLarge(int bytes) {
            return ErrorResponse.newBuilder()
                    .setErrorCode(RaftError.EINTERNAL.getNumber())
                    .setErrorMsg("response is too large: " + bytes + " bytes (expected: 0 to " + Frame.MAX_MESSAGE_BYTES
                            + ")")
                    .build();
        }

        @Override
        public Connection getConnection() {
            return connection;
        }

        @Override
        public String getRemoteAddress() {
            return connection.remoteAddress();
        }
    }
}
