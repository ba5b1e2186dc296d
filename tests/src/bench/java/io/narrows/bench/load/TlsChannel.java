package io.narrows.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/** A blocking connection with TLS. One thread may write while another one reads. */
final class TlsChannel implements ByteChannel {
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);
    /** Records that are written at once. */
    private static final int RECORDS = 4;

    private final SocketChannel socket;
    private final SSLEngine engine;
    private final int recordBytes;
    private final ByteBuffer outgoing;
    private final ByteBuffer incoming;
    private final ByteBuffer plain;

    private TlsChannel(SocketChannel socket, SSLEngine engine) {
        this.socket = socket;
        this.engine = engine;
        this.recordBytes = engine.getSession().getPacketBufferSize();
        this.outgoing = ByteBuffer.allocateDirect(RECORDS * recordBytes);
        this.incoming = ByteBuffer.allocateDirect(RECORDS * recordBytes).limit(0);
        this.plain = ByteBuffer.allocateDirect(2 * recordBytes).limit(0);
    }

    /** Returns the channel after the handshake. */
    static TlsChannel open(SocketChannel socket, SSLEngine engine) throws IOException {
        TlsChannel channel = new TlsChannel(socket, engine);
        channel.handshake();
        return channel;
    }

    private void handshake() throws IOException {
        engine.beginHandshake();
        HandshakeStatus status = engine.getHandshakeStatus();
        while (status != HandshakeStatus.FINISHED && status != HandshakeStatus.NOT_HANDSHAKING) {
            switch (status) {
                case NEED_TASK -> {
                    engine.getDelegatedTask().run();
                    status = engine.getHandshakeStatus();
                }
                case NEED_WRAP -> status = send(NOTHING).getHandshakeStatus();
                default -> status = receive();
            }
        }
        if (status == HandshakeStatus.NOT_HANDSHAKING) {
            send(NOTHING); // BoringSSL finishes with its last message still to be taken
        }
    }

    /** Decrypts a record of the handshake. BoringSSL may need none: after a task, it only continues. */
    private HandshakeStatus receive() throws IOException {
        SSLEngineResult result = engine.unwrap(incoming, plain.clear());
        plain.flip();
        HandshakeStatus status = engine.getHandshakeStatus();
        boolean waits = result.getStatus() == Status.BUFFER_UNDERFLOW && status == HandshakeStatus.NEED_UNWRAP;
        if (result.getStatus() == Status.CLOSED || (waits && !readMore())) {
            throw new EOFException("the connection ended during the handshake");
        }
        return status;
    }

    private SSLEngineResult send(ByteBuffer source) throws IOException {
        SSLEngineResult result = engine.wrap(source, outgoing.clear());
        Messages.writeAll(socket, outgoing.flip());
        return result;
    }

    /** Writes the whole buffer. */
    @Override
    public int write(ByteBuffer source) throws IOException {
        int length = source.remaining();
        while (source.hasRemaining()) {
            outgoing.clear();
            while (source.hasRemaining() && outgoing.remaining() >= recordBytes) {
                engine.wrap(source, outgoing);
            }
            Messages.writeAll(socket, outgoing.flip());
        }
        return length;
    }

    /** Reads at least one byte, but at most the content of one record; -1 at the end. */
    @Override
    public int read(ByteBuffer target) throws IOException {
        while (!plain.hasRemaining()) {
            if (!unwrap()) {
                return -1;
            }
        }
        int end = plain.limit();
        int length = Math.min(plain.remaining(), target.remaining());
        target.put(plain.limit(plain.position() + length));
        plain.limit(end);
        return length;
    }

    /** Decrypts a record, of which more may have to be read first. Returns false at the end of the connection. */
    private boolean unwrap() throws IOException {
        SSLEngineResult result = engine.unwrap(incoming, plain.clear());
        plain.flip();
        if (result.getStatus() == Status.CLOSED) {
            return false;
        }
        if (result.getStatus() == Status.BUFFER_OVERFLOW) {
            throw new IOException("a record needs more than " + plain.capacity() + " bytes");
        }
        return result.getStatus() != Status.BUFFER_UNDERFLOW || readMore();
    }

    /** Reads at least one byte of a record. Returns false at the end of the connection. */
    private boolean readMore() throws IOException {
        incoming.compact();
        int length = socket.read(incoming);
        incoming.flip();
        return length >= 0;
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    /** Closes the connection as a process that ends does, without close_notify. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
