package io.narrows.node.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.peer.message.AskReply;
import io.narrows.node.peer.message.AskRequest;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class MalformedFrameTest {
    private TestMember member;

    @BeforeEach
    void start() throws IOException {
        member = TestMember.start("group");
        member.server.handle(
                AskRequest.class, request -> CompletableFuture.completedFuture(AskReply.getDefaultInstance()));
    }

    @AfterEach
    void stop() {
        member.close();
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                Arguments.of("length beyond the limit", lengthOnly(Frame.MAX_MESSAGE_BYTES + 6)),
                Arguments.of("largest length", lengthOnly(Integer.MAX_VALUE)),
                Arguments.of("length above 2 GiB", lengthOnly(-1)),
                Arguments.of("length without id and type", lengthOnly(4)),
                Arguments.of("unknown type", RawPeer.frame(1, 255, new byte[0])),
                Arguments.of(
                        "bytes that are no message", RawPeer.frame(1, MessageType.ASK.number(), new byte[] {-1, -1})));
    }

    private static byte[] lengthOnly(int length) {
        return ByteBuffer.allocate(9)
                .putInt(length)
                .putInt(1)
                .put((byte) MessageType.ASK.number())
                .array();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void closesTheConnection(String name, byte[] bytes) throws IOException {
        try (Socket socket = RawPeer.dial(member)) {
            socket.getOutputStream().write(bytes);

            RawPeer.awaitEnd(socket);
        }
    }

    @Test
    void truncatedFrameIsNotHandled() throws IOException {
        byte[] whole = RawPeer.frame(1, TestMember.question("hello"));
        try (Socket socket = RawPeer.dial(member)) {
            socket.getOutputStream().write(Arrays.copyOf(whole, whole.length - 1));
            socket.shutdownOutput();

            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void frameMayArriveByteByByte() throws IOException {
        try (Socket socket = RawPeer.dial(member)) {
            socket.setTcpNoDelay(true);
            for (byte each : RawPeer.frame(5, TestMember.question("hello"))) {
                socket.getOutputStream().write(each);
                socket.getOutputStream().flush();
            }

            DataInputStream in = new DataInputStream(socket.getInputStream());
            assertThat(in.readInt()).isEqualTo(5);
            assertThat(in.readInt()).isEqualTo(5);
            assertThat(in.readUnsignedByte()).isEqualTo(MessageType.ASK_REPLY.number());
        }
    }

    @Test
    void malformedAnswerEndsTheConnectionAndItsRequests() throws IOException {
        try (RawPeer peer = new RawPeer()) {
            var reply = member.ask(peer.address(), "hello");
            try (Socket socket = peer.acceptMember("group")) {
                socket.getInputStream().readNBytes(9);
                socket.getOutputStream().write(lengthOnly(-1));
                RawPeer.awaitEnd(socket);
            }

            assertThat(reply)
                    .failsWithin(TestMember.TIMEOUT)
                    .withThrowableOfType(Exception.class)
                    .havingCause()
                    .isInstanceOf(LostException.class);
        }
    }
}
