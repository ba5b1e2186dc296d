package io.narrows.proxy.link.support;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.FrameReader;
import io.narrows.proxy.link.frame.GreetingEnvelope;
import io.narrows.proxy.link.proto.CodecOffer;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Hello;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;

/** A scripted end of a link: a plain socket that speaks the protocol, or whatever a test wants it to send. */
public final class FakePeer implements AutoCloseable {
    /** A frame that arrived. */
    public record Received(int head, byte[] payload) {}

    private final Socket socket;
    private final DataInputStream in;
    private final Deque<Received> frames = new ArrayDeque<>();
    private final FrameReader reader = new FrameReader(FrameForm.PAYLOAD_CHECKED, new FrameReader.Sink() {
        @Override
        public boolean accepts() {
            return true;
        }

        @Override
        public void frame(int head, ByteBuf payload, long check) {
            byte[] bytes = new byte[payload.readableBytes()];
            payload.readBytes(bytes);
            frames.add(new Received(head, bytes));
        }
    });

    /** Dials a sidecar. */
    public FakePeer(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** @param socket a connection with a sidecar */
    public FakePeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(40_000);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Returns the hello of a node with the given codecs. */
    public static Hello.Builder hello(String node, Codec... codecs) {
        Hello.Builder hello = Hello.newBuilder()
                .setMinVersion(1)
                .setMaxVersion(1)
                .setNode(node)
                .setRegion("us-east-1")
                .setZone("z")
                .setHost("h");
        for (Codec codec : codecs) {
            hello.addCodecs(CodecOffer.newBuilder().setId(codec.id()));
        }
        return hello;
    }

    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    public void send(Hello.Builder hello) throws IOException {
        send(WireBytes.greeting(Greeting.newBuilder().setHello(hello).build()));
    }

    public void send(Control.Builder control) throws IOException {
        send(FrameDescriptor.control(), control.build().toByteArray());
    }

    /** Sends a frame with a correct checksum, whatever its content. */
    public void send(int head, byte[] payload) throws IOException {
        send(WireBytes.frame(head, payload));
    }

    public Greeting readGreeting() throws IOException {
        byte[] header = in.readNBytes(GreetingEnvelope.HEADER_BYTES);
        int length = (header[4] & 0xFF) << 8 | header[5] & 0xFF;
        return GreetingEnvelope.open(Unpooled.wrappedBuffer(header, in.readNBytes(length)));
    }

    /** Returns the next data or control frame other than PING. */
    public Received readFrame() throws IOException {
        while (true) {
            while (frames.isEmpty()) {
                byte[] some = new byte[4096];
                int length = in.read(some);
                if (length < 0) {
                    throw new IOException("the sidecar closed the link");
                }
                reader.read(ByteBufAllocator.DEFAULT, Unpooled.copiedBuffer(some, 0, length));
            }
            Received frame = frames.poll();
            if (FrameDescriptor.kind(frame.head()) == FrameDescriptor.KIND_DATA
                    || !Control.parseFrom(frame.payload()).hasPing()) {
                return frame;
            }
        }
    }

    public Control readControl() throws IOException {
        return Control.parseFrom(readFrame().payload());
    }

    /** Returns whether the sidecar ended the connection, by a close or a reset. */
    public boolean ended() throws IOException {
        try {
            while (in.read() >= 0) {
                // messages before the end do not matter here
            }
            return true;
        } catch (java.net.SocketException reset) {
            return true;
        }
    }

    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        reader.close();
        socket.close();
    }
}
