package io.narrows.node.peer;

import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.rpc.Connection;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexRequest;
import com.alipay.sofa.jraft.rpc.impl.ConnectionClosedEventListener;
import com.google.protobuf.Message;
import io.narrows.node.peer.message.AskRequest;
import io.narrows.node.peer.message.Failure;
import io.narrows.node.peer.message.ProposeRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The handlers of requests by type: JRaft's processors and this module's own. Thread-safe. */
final class RequestHandlers {
    private static final Logger LOG = LoggerFactory.getLogger(RequestHandlers.class);

    private final Map<String, RpcProcessor<?>> processors = new ConcurrentHashMap<>();
    private final Map<Class<?>, Function<Message, CompletableFuture<? extends Message>>> own =
            new ConcurrentHashMap<>();
    private final List<ConnectionClosedEventListener> listeners = new CopyOnWriteArrayList<>();

    /** Adds a processor; it is never called if its type has no number in {@link MessageType}. */
    void add(RpcProcessor<?> processor) {
        processors.put(processor.interest(), processor);
    }

    <M extends Message> void add(Class<M> type, Function<M, CompletableFuture<? extends Message>> handler) {
        MessageType.of(type);
        own.put(type, request -> handler.apply(type.cast(request)));
    }

    void addListener(ConnectionClosedEventListener listener) {
        listeners.add(listener);
    }

    void closed(String remoteAddress, Connection connection) {
        listeners.forEach(listener -> listener.onClosed(remoteAddress, connection));
    }

    /** Handles a request on the event loop or on its processor's executor; the response goes to the context. */
    void handle(RpcContext context, Message request) {
        Function<Message, CompletableFuture<? extends Message>> handler = own.get(request.getClass());
        if (handler != null) {
            answer(context, request, handler);
            return;
        }
        RpcProcessor<?> processor = processors.get(request.getClass().getName());
        if (processor == null) {
            context.sendResponse(unhandled(request));
        } else {
            process(context, request, processor);
        }
    }

    private static void answer(
            RpcContext context, Message request, Function<Message, CompletableFuture<? extends Message>> handler) {
        CompletableFuture<? extends Message> reply;
        try {
            reply = handler.apply(request);
        } catch (RuntimeException e) {
            reply = CompletableFuture.failedFuture(e);
        }
        reply.thenApply(RequestHandlers::checked)
                .whenComplete((message, failure) ->
                        context.sendResponse(failure == null ? message : error(request, failure)));
    }

    /** Throws if a reply cannot be sent, so that the sender notices. */
    private static Message checked(Message reply) {
        MessageType.of(reply.getClass());
        return reply;
    }

    @SuppressWarnings("unchecked")
    private static void process(RpcContext context, Message request, RpcProcessor<?> processor) {
        RpcProcessor<Message> typed = (RpcProcessor<Message>) processor;
        Executor executor = isQuick(request) ? null : processor.executor();
        if (executor == null) {
            typed.handleRequest(context, request);
            return;
        }
        try {
            executor.execute(() -> typed.handleRequest(context, request));
        } catch (RejectedExecutionException e) {
            context.sendResponse(error(request, e));
        }
    }

    /** Returns whether a request is frequent and its processor does not block. */
    private static boolean isQuick(Message request) {
        return request instanceof AppendEntriesRequest || request instanceof ReadIndexRequest;
    }

    private static Message unhandled(Message request) {
        String detail = "no handler for " + request.getClass().getSimpleName() + " yet";
        if (request instanceof ProposeRequest || request instanceof AskRequest) {
            return Failure.newBuilder()
                    .setKind(Failure.Kind.NOT_BEGUN)
                    .setDetail(detail)
                    .build();
        }
        return ErrorResponse.newBuilder()
                .setErrorCode(RaftError.ENOENT.getNumber())
                .setErrorMsg(detail)
                .build();
    }

    private static Message error(Message request, Throwable failure) {
        LOG.atDebug()
                .addKeyValue("request", request.getClass().getSimpleName())
                .setCause(failure)
                .log("request from a peer failed");
        return ErrorResponse.newBuilder()
                .setErrorCode(RaftError.EINTERNAL.getNumber())
                .setErrorMsg(String.valueOf(failure.getMessage()))
                .build();
    }
}
