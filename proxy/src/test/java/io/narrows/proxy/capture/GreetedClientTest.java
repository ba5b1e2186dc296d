package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.starttls.RefusedStartException;
import io.narrows.proxy.support.MySqlBytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GreetedClientTest {
    private static final byte[] GREETING = {1, 2, 3};
    private static final byte[] REQUEST = MySqlBytes.request(MySqlBytes.CLIENT_PROTOCOL_41 | MySqlBytes.CLIENT_SSL);

    private final List<String> events = new ArrayList<>();
    private final EmbeddedChannel channel = new EmbeddedChannel(new GreetedClient(GREETING, new GreetedClient.Events() {
        @Override
        public void requested(byte[] packet) {
            events.add("requested");
        }

        @Override
        public void refused(RefusedStartException refusal) {
            events.add("refused");
        }

        @Override
        public void overtaken() {
            events.add("overtaken");
        }
    }));

    @Test
    void bytesForTheClientBeforeItsRequest_closeTheConnection_andAreNotSent() {
        assertThat(sent()).isEqualTo(GREETING);

        channel.writeOneOutbound(Unpooled.wrappedBuffer(new byte[] {7}));

        assertThat(events).containsExactly("overtaken");
        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.outboundMessages()).isEmpty();
    }

    @Test
    void bytesAfterTheRequest_passInBothDirections() {
        assertThat(sent()).isEqualTo(GREETING);

        channel.writeInbound(Unpooled.wrappedBuffer(REQUEST, new byte[] {0x16}));
        channel.writeOutbound(Unpooled.wrappedBuffer(new byte[] {7}));

        assertThat(events).containsExactly("requested");
        assertThat(bytes(channel.readInbound())).containsExactly(0x16);
        assertThat(sent()).containsExactly(7);
        assertThat(channel.finish()).isFalse();
    }

    private byte[] sent() {
        return bytes(channel.readOutbound());
    }

    private static byte[] bytes(ByteBuf buffer) {
        byte[] bytes = ByteBufUtil.getBytes(buffer);
        buffer.release();
        return bytes;
    }
}
