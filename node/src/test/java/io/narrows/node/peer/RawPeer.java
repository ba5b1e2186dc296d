package io.narrows.node.peer;

import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import io.narrows.node.peer.message.Hello;
import io.narrows.node.peer.message.HelloAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/** A peer whose bytes are written by the test. */
final class RawPeer implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final ServerSocket server;

    RawPeer() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        server.setSoTimeout(TIMEOUT_MILLIS);
    }

    String address() {
        return TestMember.address(server.getLocalPort());
    }

    Socket accept() throws IOException {
        Socket socket = server.accept();
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    /** Accepts a connection and its greeting. */
    Socket acceptMember(String cluster) throws IOException {
        Socket socket = accept();
        Hello hello = Hello.parseFrom(readGreeting(socket));
        HelloAnswer answer = HelloAnswer.newBuilder()
                .setHello(Hello.newBuilder()
                        .setCluster(cluster)
                        .setFrom(address())
                        .setTo(hello.getFrom()))
                .build();
        socket.getOutputStream().write(greeting(Greeting.VERSION, answer));
        return socket;
    }

    /** Connects to a member and exchanges greetings. */
    static Socket dial(TestMember member) throws IOException {
        Socket socket = connect(member);
        Hello hello = Hello.newBuilder()
                .setCluster(member.identity.cluster())
                .setFrom("127.0.0.1:1")
                .setTo(member.address())
                .build();
        socket.getOutputStream().write(greeting(Greeting.VERSION, hello));
        readGreeting(socket);
        return socket;
    }

    static Socket connect(TestMember member) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), member.server.boundPort());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    static byte[] greeting(int version, MessageLite body) {
        ByteBuf bytes = Greeting.write(UnpooledByteBufAllocator.DEFAULT, version, body);
        return ByteBufUtil.getBytes(bytes);
    }

    /** Reads the body of a greeting. */
    static byte[] readGreeting(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        in.readInt();
        in.readUnsignedShort();
        return in.readNBytes(in.readUnsignedShort());
    }

    static byte[] frame(int id, Message message) {
        return frame(id, MessageType.of(message.getClass()).number(), message.toByteArray());
    }

    static byte[] frame(int id, int type, byte[] body) {
        return ByteBuffer.allocate(9 + body.length)
                .putInt(5 + body.length)
                .putInt(id)
                .put((byte) type)
                .put(body)
                .array();
    }

    /** Returns when the other side has closed the connection. */
    static void awaitEnd(Socket socket) throws IOException {
        try {
            while (socket.getInputStream().read() >= 0) {
                // Bytes sent before the end.
            }
        } catch (java.net.SocketException e) {
            // A reset ends the connection too.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
