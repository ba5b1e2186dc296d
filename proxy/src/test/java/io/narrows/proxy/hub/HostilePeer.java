package io.narrows.proxy.hub;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * An attacking peer: opens 200 connections a second, each for at most a second, and sends 1 MB/s over all of them.
 * Bytes that the hub does not accept immediately are dropped. Runs in its own thread until interrupted.
 */
final class HostilePeer implements Runnable {
    private static final long TICK_NANOS = 5_000_000; // 200 a second
    private static final int TICKS_TO_LIVE = 200;
    private static final int FLOODS_PER_TICK = 5; // of about 1,000 bytes: 1 MB/s

    private final int number;
    private final Attack attack;
    private final Tally tally;
    private final Deque<Attacker> alive = new ArrayDeque<>();
    private int next;

    HostilePeer(int number, Attack attack, Tally tally) {
        this.number = number;
        this.attack = attack;
        this.tally = tally;
    }

    @Override
    public void run() {
        long tickAt = System.nanoTime();
        int connections = 0;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                connect(connections++);
                tick();
                tickAt = Math.max(tickAt + TICK_NANOS, System.nanoTime() - 10 * TICK_NANOS); // no burst after a pause
                LockSupport.parkNanos(tickAt - System.nanoTime());
            }
        } finally {
            alive.forEach(Attacker::close);
        }
    }

    private void connect(int connection) {
        try {
            alive.addLast(new Attacker(attack.first(HubConfig.hostile(number), connection)));
            tally.attack(attack + " connections", 1);
        } catch (IOException e) {
            tally.attack(attack + " connections that failed at once", 1);
        }
    }

    private void tick() {
        while (alive.size() > TICKS_TO_LIVE) {
            alive.removeFirst().close();
        }
        List<Attacker> ready = new ArrayList<>();
        for (Attacker attacker : List.copyOf(alive)) {
            if (!attacker.begin()) {
                attacker.close();
                alive.remove(attacker);
            } else if (attacker.begun()) {
                ready.add(attacker);
            }
        }
        byte[] flood = attack.flood();
        for (int i = 0; i < FLOODS_PER_TICK && !ready.isEmpty() && flood.length > 0; i++) {
            Attacker attacker = ready.get(Integer.remainderUnsigned(next++, ready.size()));
            tally.attack(attack + " bytes", attacker.send(flood));
        }
    }

    /** One connection of the attack. */
    private final class Attacker {
        private final SocketChannel socket;
        private ByteBuffer unsent;
        private boolean connected;

        Attacker(byte[] first) throws IOException {
            unsent = ByteBuffer.wrap(first);
            socket = SocketChannel.open();
            try {
                socket.configureBlocking(false);
                socket.setOption(StandardSocketOptions.SO_LINGER, 0); // leaves no port waiting
                socket.bind(new InetSocketAddress(HubAddresses.ofHostile(number).host(), 0));
                connected = socket.connect(new InetSocketAddress(HubAddresses.LINK.host(), HubAddresses.LINK.port()));
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        }

        /**
         * Connects and sends the first bytes as far as possible without blocking; returns false if the hub closed the
         * connection.
         */
        boolean begin() {
            try {
                connected = connected || socket.finishConnect();
                if (connected && unsent.hasRemaining()) {
                    socket.write(unsent);
                }
                return true;
            } catch (IOException e) {
                return false;
            }
        }

        boolean begun() {
            return connected && !unsent.hasRemaining();
        }

        /**
         * Sends complete frames; an unsent remainder is sent before later bytes. Returns the number of bytes sent.
         */
        int send(byte[] frames) {
            unsent = ByteBuffer.wrap(frames);
            try {
                return socket.write(unsent);
            } catch (IOException e) {
                return 0;
            }
        }

        void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
