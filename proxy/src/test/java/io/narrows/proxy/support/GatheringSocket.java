package io.narrows.proxy.support;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A socket that can gather what is written, such as several TLS records, and send it in one write. */
public final class GatheringSocket extends Socket {
    private static final int SIZE = 128 * 1024;

    private Gathered gathered;

    private GatheringSocket() {}

    private GatheringSocket(int port) throws IOException {
        super(InetAddress.getLoopbackAddress(), port);
        setTcpNoDelay(true);
    }

    /** Connects to a loopback port. */
    public static GatheringSocket connect(int port) throws IOException {
        return new GatheringSocket(port);
    }

    /** Returns a server on a free loopback port whose connections are of this kind. */
    public static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress()) {
            @Override
            public Socket accept() throws IOException {
                Socket accepted = new GatheringSocket();
                implAccept(accepted);
                return accepted;
            }
        };
    }

    /**
     * Writes bytes and sends all that this wrote to the socket in one write.
     *
     * @param out a stream that ends at this socket's
     */
    public void sendAtOnce(OutputStream out, byte[] bytes) throws IOException {
        gathered().gathers = true;
        out.write(bytes);
        gathered().gathers = false;
        gathered().flush();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return gathered();
    }

    private Gathered gathered() throws IOException {
        if (gathered == null) {
            gathered = new Gathered(super.getOutputStream());
        }
        return gathered;
    }

    private static final class Gathered extends BufferedOutputStream {
        private boolean gathers;

        Gathered(OutputStream out) {
            super(out, SIZE);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
            super.write(bytes, offset, length);
            flush();
        }

        @Override
        public synchronized void flush() throws IOException {
            if (!gathers) {
                super.flush();
            }
        }
    }
}
