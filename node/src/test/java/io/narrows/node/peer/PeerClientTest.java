package io.narrows.node.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.PingRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.alipay.sofa.jraft.rpc.impl.PingRequestProcessor;
import com.alipay.sofa.jraft.util.Endpoint;
import com.alipay.sofa.jraft.util.RpcFactoryHelper;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PeerClientTest {
    private static final PingRequest PING =
            PingRequest.newBuilder().setSendTimestamp(1).build();

    /** Number of connections that have ended. */
    private final AtomicInteger ended = new AtomicInteger();

    private TestMember a;
    private TestMember b;
    private RpcClient client;

    @BeforeEach
    void start() throws IOException {
        a = TestMember.start("group");
        b = TestMember.start("group");
        b.server.registerProcessor(new PingRequestProcessor(Runnable::run));
        b.server.registerConnectionClosedEventListener((remote, connection) -> ended.incrementAndGet());
        client = RpcFactoryHelper.rpcFactory().createRpcClient();
        client.init(new PeerOptions(a.connections));
    }

    @AfterEach
    void stop() {
        client.shutdown();
        a.close();
        b.close();
    }

    private static Endpoint endpoint(String address) {
        int colon = address.lastIndexOf(':');
        return new Endpoint(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    }

    @Test
    void jraftTakesThisTransport() {
        assertThat(client).isInstanceOf(PeerClient.class);
    }

    @Test
    void requestWithoutConnectionFailsAtOnceAndDials() throws Exception {
        Endpoint peer = endpoint(b.address());

        assertThatThrownBy(() -> client.invokeSync(peer, PING, 5_000)).isInstanceOf(RemotingException.class);
        await().until(() -> client.checkConnection(peer));

        assertThat(client.invokeSync(peer, PING, 5_000)).isInstanceOf(ErrorResponse.class);
    }

    @Test
    void requestWithoutProcessorIsAnswered() throws Exception {
        Endpoint peer = endpoint(b.address());
        await().until(() -> client.checkConnection(peer, true));
        TimeoutNowRequest request = TimeoutNowRequest.newBuilder()
                .setGroupId("group")
                .setServerId("a")
                .setPeerId("b")
                .setTerm(1)
                .build();

        ErrorResponse response = (ErrorResponse) client.invokeSync(peer, request, 5_000);

        assertThat(response.getErrorCode()).isNotZero();
    }

    @Test
    void silentPeerIsATimeout() throws Exception {
        try (RawPeer peer = new RawPeer()) {
            Endpoint endpoint = endpoint(peer.address());
            client.checkConnection(endpoint, true);
            try (Socket silent = peer.acceptMember("group")) {
                await().until(() -> client.checkConnection(endpoint));

                assertThatThrownBy(() -> client.invokeSync(endpoint, PING, 100))
                        .isInstanceOf(InvokeTimeoutException.class);
                RawPeer.awaitEnd(silent);
            }
        }
    }

    /**
     * SOFAJRaft answers entries in order but heartbeats immediately: heartbeats would keep alive a connection whose
     * entries are stuck.
     */
    @Test
    void entriesThatAreNotAnsweredCloseTheConnection() throws Exception {
        b.server.registerProcessor(new HeartbeatProcessor());
        Endpoint peer = endpoint(b.address());
        await().until(() -> client.checkConnection(peer, true));
        CompletableFuture<Throwable> lost = new CompletableFuture<>();
        client.invokeAsync(peer, entries(true), null, (response, failure) -> lost.complete(failure), 500);

        while (sendsHeartbeat(peer)) {
            Thread.sleep(20);
        }

        assertThat(lost.join()).isInstanceOf(InvokeTimeoutException.class);
        await().until(() -> client.checkConnection(peer, true) && ended.get() == 1);
    }

    /** Returns false if the connection has ended. */
    private boolean sendsHeartbeat(Endpoint peer) throws InterruptedException {
        try {
            client.invokeAsync(peer, entries(false), null, (response, failure) -> {}, 5_000);
            return true;
        } catch (RemotingException e) {
            return false;
        }
    }

    private static AppendEntriesRequest entries(boolean probe) {
        AppendEntriesRequest.Builder request = AppendEntriesRequest.newBuilder()
                .setGroupId("group")
                .setServerId("a")
                .setPeerId("b")
                .setTerm(1)
                .setPrevLogTerm(0)
                .setPrevLogIndex(0)
                .setCommittedIndex(0);
        return (probe ? request.setData(ByteString.EMPTY) : request).build();
    }

    /** Answers only heartbeats. */
    private static final class HeartbeatProcessor implements RpcProcessor<AppendEntriesRequest> {
        @Override
        public void handleRequest(RpcContext context, AppendEntriesRequest request) {
            if (!request.hasData()) {
                context.sendResponse(AppendEntriesResponse.newBuilder()
                        .setTerm(1)
                        .setSuccess(true)
                        .build());
            }
        }

        @Override
        public String interest() {
            return AppendEntriesRequest.class.getName();
        }
    }

    @Test
    void closedConnectionIsDialledAgain() {
        Endpoint peer = endpoint(b.address());
        await().until(() -> client.checkConnection(peer, true));

        client.closeConnection(peer);

        await().until(() -> !client.checkConnection(peer));
        await().until(() -> client.checkConnection(peer, true));
        await().until(() -> ended.get() == 1);
    }
}
