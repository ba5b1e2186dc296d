package io.narrows.tests.support;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * A stretch of wire between two sidecars: forwards each connection to one address and counts every byte, which is what the
 * sidecars' sockets carry. It can be cut.
 */
public final class WireHop implements Closeable {
    /** Forwards bytes from one end to the other. Called by the threads of all connections. */
    public interface Forwarding {
        /**
         * Writes all bytes of a read, in order.
         *
         * @param read the first {@code length} bytes of it
         * @param in may have more data already
         */
        void forward(byte[] read, int length, InputStream in, OutputStream out) throws IOException;

        /** Forwards immediately and unchanged. */
        Forwarding PLAIN = (read, length, in, out) -> out.write(read, 0, length);
    }

    private final InetSocketAddress target;
    private final Forwarding forwarding;
    private final Duration oneWay;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Map<InetAddress, LongAdder> bytes = new ConcurrentHashMap<>();
    private final LongAdder forward = new LongAdder();
    private final LongAdder back = new LongAdder();

    public WireHop(InetSocketAddress listen, InetSocketAddress target) throws IOException {
        this(listen, target, Forwarding.PLAIN);
    }

    public WireHop(InetSocketAddress listen, InetSocketAddress target, Forwarding forwarding) throws IOException {
        this(listen, target, forwarding, Duration.ZERO);
    }

    /**
     * Creates a long wire.
     *
     * @param oneWay delay of the bytes in each direction
     */
    public WireHop(InetSocketAddress listen, InetSocketAddress target, Duration oneWay) throws IOException {
        this(listen, target, Forwarding.PLAIN, oneWay);
    }

    private WireHop(InetSocketAddress listen, InetSocketAddress target, Forwarding forwarding, Duration oneWay)
            throws IOException {
        this.target = target;
        this.forwarding = forwarding;
        this.oneWay = oneWay;
        this.listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(listen, 1024);
        thread("accept", this::acceptAll);
    }

    /** Returns the bytes of connections that the host opened, in both directions. */
    public long bytesOfConnectionsFrom(Host host) {
        return count(host.address()).sum();
    }

    /** Returns the bytes toward the target, on all connections. */
    public long forwardBytes() {
        return forward.sum();
    }

    /** Returns the bytes from the target, on all connections. */
    public long backBytes() {
        return back.sum();
    }

    /** Breaks every open connection like a failing middlebox: with a reset to both ends. */
    public void cut() throws IOException {
        for (Socket socket : sockets) {
            reset(socket);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }

    private void acceptAll() throws IOException {
        while (!listener.isClosed()) {
            Socket near = listener.accept();
            sockets.add(near);
            thread("connect", () -> connect(near));
        }
    }

    private void connect(Socket near) throws IOException {
        Socket far = new Socket();
        sockets.add(far);
        LongAdder count = count(near.getInetAddress());
        try {
            far.connect(target);
            far.setTcpNoDelay(true);
            near.setTcpNoDelay(true);
        } catch (IOException e) {
            reset(near);
            reset(far);
            return;
        }
        thread("back", () -> carry(far, near, count, back));
        carry(near, far, count, forward);
    }

    /** Forwards one direction: an end of input is passed on as such, anything else as a reset. */
    private void carry(Socket from, Socket to, LongAdder count, LongAdder direction) throws IOException {
        try {
            if (oneWay.isZero()) {
                forward(from, to.getOutputStream(), count, direction);
            } else {
                DelayedOutput out = new DelayedOutput(to.getOutputStream(), oneWay);
                try {
                    forward(from, out, count, direction);
                    out.close();
                } finally {
                    out.end();
                }
            }
            to.shutdownOutput();
            closeWhenDone(from, to);
        } catch (IOException e) {
            reset(from);
            reset(to);
        }
    }

    private void forward(Socket from, OutputStream out, LongAdder count, LongAdder direction) throws IOException {
        byte[] buffer = new byte[1 << 16];
        InputStream in = from.getInputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            count.add(n);
            direction.add(n);
            forwarding.forward(buffer, n, in, out);
        }
    }

    private synchronized void closeWhenDone(Socket from, Socket to) throws IOException {
        if (from.isOutputShutdown() && to.isOutputShutdown()) {
            sockets.remove(from);
            sockets.remove(to);
            from.close();
            to.close();
        }
    }

    private synchronized void reset(Socket socket) throws IOException {
        sockets.remove(socket);
        if (!socket.isClosed()) {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    private LongAdder count(InetAddress from) {
        return bytes.computeIfAbsent(from, address -> new LongAdder());
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void thread(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // This happens only when the hop or one of its sockets is closed, which is intentional.
                    }
                },
                "hop-" + name);
        thread.setDaemon(true);
        thread.start();
    }
}
