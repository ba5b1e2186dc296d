package io.narrows.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.tests.soak.Script.Ending;
import io.narrows.tests.soak.Script.From;
import io.narrows.tests.support.Connection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that the soak detects the failures that it is meant to find. */
class TalkTest {
    private static final int BYTES = 1_000;
    private static final long SEED = 7;

    private Socket client;
    private Socket server;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            client = new Socket(listener.getInetAddress(), listener.getLocalPort());
            server = listener.accept();
        }
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        server.close();
    }

    @Test
    void allBytesAndAnEnd_areWhole() throws IOException {
        server.getOutputStream().write(content(BYTES));
        server.shutdownOutput();
        LongAdder compared = new LongAdder();

        talk(Ending.SERVER_CLOSES_FIRST, compared).run();

        assertThat(compared.sum()).isEqualTo(BYTES);
    }

    @Test
    void endBeforeTheLastByte_isBroken() throws IOException {
        server.getOutputStream().write(content(BYTES - 1));
        server.shutdownOutput();

        assertThatThrownBy(() -> talk(Ending.SERVER_CLOSES_FIRST).run())
                .isInstanceOf(Talk.Broken.class)
                .hasMessageContaining("ended cleanly after " + (BYTES - 1) + " bytes");
    }

    @Test
    void anotherByte_isBroken() throws IOException {
        byte[] content = content(BYTES);
        content[BYTES / 2] ^= 1;
        server.getOutputStream().write(content);

        assertThatThrownBy(() -> talk(Ending.SERVER_CLOSES_FIRST).run())
                .isInstanceOf(Talk.Broken.class)
                .hasMessageContaining("bytes that differ from those sent");
    }

    @Test
    void byteTooMany_isBroken() throws IOException {
        server.getOutputStream().write(content(BYTES + 1));

        assertThatThrownBy(() -> talk(Ending.SERVER_CLOSES_FIRST).run())
                .isInstanceOf(Talk.Broken.class)
                .hasMessageContaining("more bytes");
    }

    @Test
    void endWhereTheOtherSideWasReset_isBroken() throws IOException {
        server.getOutputStream().write(content(BYTES));
        server.shutdownOutput();

        assertThatThrownBy(() -> talk(Ending.SERVER_RESETS).run())
                .isInstanceOf(Talk.Broken.class)
                .hasMessageContaining("where the other end was reset");
    }

    @Test
    void reset_isAnErrorThatAFaultMayExcuse() throws IOException {
        Connection.reset(server);

        assertThatThrownBy(() -> talk(Ending.SERVER_CLOSES_FIRST).run()).isInstanceOf(SocketException.class);
    }

    private Talk talk(Ending ending) {
        return talk(ending, new LongAdder());
    }

    private Talk talk(Ending ending, LongAdder compared) {
        Script script = new Script(SEED, List.of(new Script.Step(From.SERVER, BYTES, 0)), ending, 0);
        return new Talk(client, script, true, compared);
    }

    private static byte[] content(int length) {
        byte[] bytes = new byte[length];
        new Content(~SEED).fill(bytes, length);
        return bytes;
    }
}
