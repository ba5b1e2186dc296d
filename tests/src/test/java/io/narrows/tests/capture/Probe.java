package io.narrows.tests.capture;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A client that makes one connection after another to a server that greets, and keeps one open. It prints a line for each change of
 * state, with the time in milliseconds: {@code TIME CONNECTIONS STATE}.
 */
public final class Probe {
    private static final int LIMIT_MILLIS = 5_000;
    private static final int PAUSE_MILLIS = 10;

    private Probe() {}

    /** @param args address, port of the connection that stays open, and port of the others */
    public static void main(String[] args) throws IOException, InterruptedException {
        InetSocketAddress lasting = new InetSocketAddress(args[0], Integer.parseInt(args[1]));
        InetSocketAddress brief = new InetSocketAddress(args[0], Integer.parseInt(args[2]));
        Thread open = new Thread(() -> print("open", hold(lasting)));
        open.setDaemon(true);
        open.start();
        String last = "";
        while (true) {
            String state = greeted(brief);
            if (!state.equals(last)) {
                print("new", state);
                last = state;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static void print(String connections, String state) {
        System.out.println(System.currentTimeMillis() + " " + connections + " " + state);
    }

    /** Returns how an open connection ended. */
    private static String hold(InetSocketAddress address) {
        boolean answered = false;
        try (Socket socket = new Socket()) {
            socket.connect(address, LIMIT_MILLIS);
            InputStream in = socket.getInputStream();
            while (in.read() >= 0) {
                if (!answered) {
                    print("open", "answered");
                }
                answered = true;
            }
            return "ended";
        } catch (IOException e) {
            return answered ? "reset" : "failed";
        }
    }

    private static String greeted(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, LIMIT_MILLIS);
            socket.setSoTimeout(LIMIT_MILLIS);
            return socket.getInputStream().read() >= 0 ? "answered" : "ended";
        } catch (IOException e) {
            return "failed";
        }
    }
}
