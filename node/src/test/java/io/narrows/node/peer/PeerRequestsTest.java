package io.narrows.node.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Standing;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.peer.message.AskReply;
import io.narrows.node.peer.message.AskRequest;
import io.narrows.node.peer.message.ProposeRequest;
import io.narrows.testkit.FreePort;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PeerRequestsTest {
    /** Threads of other tests, which may not have ended yet. */
    private final Set<Thread> before = Thread.getAllStackTraces().keySet();

    private TestMember a;
    private TestMember b;

    @BeforeEach
    void start() throws IOException {
        a = TestMember.start("group");
        b = TestMember.start("group");
    }

    @AfterEach
    void stop() {
        a.close();
        b.close();
    }

    private static AskReply reply(int members) {
        return AskReply.newBuilder()
                .setAnswer(Answer.newBuilder().setStanding(Standing.newBuilder().setVoters(members)))
                .build();
    }

    @Test
    void requestDialsAndIsAnswered() {
        b.server.handle(AskRequest.class, request -> {
            assertThat(request.getQuestion().getStanding()).isEqualTo("hello");
            return CompletableFuture.completedFuture(reply(3));
        });

        assertThat(a.ask(b.address(), "hello").join()).isEqualTo(reply(3));
        assertThat(a.connections.isConnected(b.address())).isTrue();
        assertThat(b.connections.isConnected(a.address())).isFalse();
    }

    /** The member that failed to dial it does not try again by itself, as it has nothing to send. */
    @Test
    void peerThatWasDownIsDialledWhenItConnects() throws IOException {
        int port = FreePort.next();
        String down = TestMember.address(port);
        CompletableFuture<Message> unsent = a.ask(down, "hello");
        assertThatThrownBy(unsent::join).hasCauseInstanceOf(NotSentException.class);

        try (TestMember started = TestMember.start("group", port)) {
            started.connections.dial(a.address());

            await().until(() -> a.connections.isConnected(down));
        }
    }

    @Test
    void answersComeInAnyOrder() {
        Map<String, CompletableFuture<Message>> replies = new ConcurrentHashMap<>();
        b.server.handle(
                AskRequest.class,
                request ->
                        replies.computeIfAbsent(request.getQuestion().getStanding(), key -> new CompletableFuture<>()));

        CompletableFuture<Message> first = a.ask(b.address(), "first");
        CompletableFuture<Message> second = a.ask(b.address(), "second");
        await().until(() -> replies.size() == 2);
        replies.get("second").complete(reply(2));

        assertThat(second.join()).isEqualTo(reply(2));
        assertThat(first).isNotDone();
        replies.get("first").complete(reply(1));
        assertThat(first.join()).isEqualTo(reply(1));
    }

    @Test
    void requestsOfAThreadKeepTheirOrder() throws Exception {
        int threads = 4;
        int each = 500;
        Map<String, List<Integer>> seen = new ConcurrentHashMap<>();
        b.server.handle(AskRequest.class, request -> {
            String[] parts = request.getQuestion().getStanding().split(":");
            seen.computeIfAbsent(parts[0], thread -> new ArrayList<>()).add(Integer.valueOf(parts[1]));
            return CompletableFuture.completedFuture(reply(1));
        });
        a.ask(b.address(), "connect:0").join();

        List<CompletableFuture<Message>> replies = new ArrayList<>();
        List<Thread> senders = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            String name = "t" + thread;
            Thread sender = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    CompletableFuture<Message> reply = a.ask(b.address(), name + ":" + i);
                    synchronized (replies) {
                        replies.add(reply);
                    }
                }
            });
            senders.add(sender);
            sender.start();
        }
        for (Thread sender : senders) {
            sender.join();
        }
        CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);

        assertThat(seen).hasSize(threads + 1);
        seen.values().forEach(order -> assertThat(order).isSorted());
        assertThat(seen.get("t0")).hasSize(each);
    }

    @Test
    void peerThatDoesNotListenGetsNothing() throws IOException {
        String absent = TestMember.address(FreePort.next());

        assertFailsWith(a.ask(absent, "hello"), NotSentException.class);
    }

    @Test
    void unresolvableNameGetsNothing() {
        assertFailsWith(a.ask("no-such-host.invalid:1", "hello"), NotSentException.class);
    }

    @Test
    void requestWithoutHandlerIsNotTaken() {
        assertFailsWith(a.ask(b.address(), "hello"), NotSentException.class);
    }

    @Test
    void requestWhoseHandlerFailsMayHaveBeenCarriedOut() {
        b.server.handle(AskRequest.class, request -> CompletableFuture.failedFuture(new IOException("broken")));

        assertFailsWith(a.ask(b.address(), "hello"), LostException.class);
    }

    @Test
    void replyThatCannotBeSentFailsTheRequest() {
        b.server.handle(AskRequest.class, request -> CompletableFuture.completedFuture(Entry.getDefaultInstance()));

        assertFailsWith(a.ask(b.address(), "hello"), LostException.class);
    }

    @Test
    void dialsAgainOnceThePeerListens() throws IOException {
        int port = FreePort.next();
        assertFailsWith(a.ask(TestMember.address(port), "hello"), NotSentException.class);

        try (TestMember late = TestMember.start("group", port)) {
            late.server.handle(AskRequest.class, request -> CompletableFuture.completedFuture(reply(1)));

            assertThat(a.ask(late.address(), "hello").join()).isEqualTo(reply(1));
        }
    }

    @Test
    void requestIsLostWhenItsConnectionIsCut() throws IOException {
        try (RawPeer peer = new RawPeer()) {
            CompletableFuture<Message> reply = a.ask(peer.address(), "hello");
            try (Socket socket = peer.acceptMember("group")) {
                socket.getInputStream().readNBytes(9);
            }

            assertFailsWith(reply, LostException.class);
        }
    }

    @Test
    void silentConnectionIsClosedAndDialledAgain() throws IOException {
        try (RawPeer peer = new RawPeer()) {
            a.connections.dial(peer.address());
            try (Socket silent = peer.acceptMember("group")) {
                await().until(() ->
                        a.connections.isConnected(peer.address())); // the dial, too, counts towards the time
                CompletableFuture<Message> reply =
                        a.requests.send(peer.address(), TestMember.question("a"), Duration.ofMillis(300));
                assertFailsWith(reply, AnswerTimeoutException.class);
                RawPeer.awaitEnd(silent);
            }

            CompletableFuture<Message> next = a.ask(peer.address(), "b");
            try (Socket socket = peer.acceptMember("group")) {
                socket.getInputStream().readNBytes(9);
                socket.getOutputStream().write(RawPeer.frame(1, reply(7)));
                assertThat(next.join()).isEqualTo(reply(7));
            }
        }
    }

    @Test
    void connectionStaysWhenOtherAnswersArrived() {
        CompletableFuture<Message> never = new CompletableFuture<>();
        b.server.handle(
                AskRequest.class,
                request -> request.getQuestion().getStanding().equals("never")
                        ? never
                        : CompletableFuture.completedFuture(reply(1)));
        a.ask(b.address(), "connect").join();

        CompletableFuture<Message> late = questionWhileOthersAreAnswered();

        assertFailsWith(late, AnswerTimeoutException.class);
        assertThat(a.connections.isConnected(b.address())).isTrue();
    }

    /** Asks again with more time if another answer has taken longer than a question without one may wait. */
    private CompletableFuture<Message> questionWhileOthersAreAnswered() {
        for (Duration time = Duration.ofMillis(300); ; time = time.multipliedBy(2)) {
            CompletableFuture<Message> late = a.requests.send(b.address(), TestMember.question("never"), time);
            CompletableFuture<Message> other = a.ask(b.address(), "other");
            CompletableFuture.anyOf(other, late).exceptionally(failure -> null).join();
            if (!late.isDone()) {
                return late;
            }
        }
    }

    @Test
    void peerThatDoesNotAnswerTheGreetingGetsNothing() throws IOException {
        try (RawPeer peer = new RawPeer()) {
            assertFailsWith(
                    a.requests.send(peer.address(), TestMember.question("a"), Duration.ofMillis(300)),
                    NotSentException.class);
        }
    }

    @Test
    void requestsToAPeerThatDoesNotReadAreBounded() throws IOException {
        ProposeRequest megabyte = ProposeRequest.newBuilder()
                .setEntry(Entry.newBuilder()
                        .addCommands(Command.newBuilder()
                                .setPut(PutRequest.newBuilder().setValue(ByteString.copyFrom(new byte[1 << 20])))))
                .build();
        try (RawPeer peer = new RawPeer()) {
            List<CompletableFuture<Message>> replies = new ArrayList<>();
            replies.add(a.requests.send(peer.address(), megabyte, TestMember.TIMEOUT));
            try (Socket deaf = peer.acceptMember("group")) {
                await().until(() -> a.connections.isConnected(peer.address()));
                for (int i = 0; i < 100; i++) {
                    replies.add(a.requests.send(peer.address(), megabyte, TestMember.TIMEOUT));
                }

                assertFailsWith(replies.get(100), NotSentException.class);
                assertThat(replies.get(1)).isNotDone();
                assertThat(deaf.isClosed()).isFalse();
            }
        }
    }

    @Test
    void closingFailsRequestsAndLeavesNoThread() throws IOException {
        try (RawPeer peer = new RawPeer()) {
            CompletableFuture<Message> sent = a.ask(peer.address(), "sent");
            try (Socket socket = peer.acceptMember("group")) {
                socket.getInputStream().readNBytes(9);
                a.close();
                b.close();

                assertFailsWith(sent, LostException.class);
            }
        }
        assertFailsWith(a.ask(b.address(), "later"), NotSentException.class);
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .noneMatch(name -> name.startsWith("peer-")));
    }

    private static void assertFailsWith(CompletableFuture<Message> reply, Class<? extends PeerException> type) {
        assertThatThrownBy(() -> reply.get(20, TimeUnit.SECONDS)).cause().isExactlyInstanceOf(type);
    }
}
