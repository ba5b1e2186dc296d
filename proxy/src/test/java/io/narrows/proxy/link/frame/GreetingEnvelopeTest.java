package io.narrows.proxy.link.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codec;
import io.narrows.codec.Codecs;
import io.narrows.config.Location;
import io.narrows.config.Node;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.handshake.Hellos;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.registry.OfferedEncoders;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.link.support.WireBytes;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.memory.Purpose;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GreetingEnvelopeTest {
    /** A HELLO of the first release. Every later version must read it. */
    private static final String GOLDEN_HELLO =
            "4e525753004612d5351e0a44080110011a0464622d31220975732d656173742d312a0a75"
                    + "732d656173742d3161320268313a003a0208013a0208023a0208033a0208043a04080510174205302e312e30";

    /** A hello of a sidecar that has dense without level 0, and whose offers have no versions. */
    private static final String HELLO_WITHOUT_LEVEL_0 =
            "4e525753006b7aa177da0a69080110011a0464622d31220975732d656173742d312a0a75732d"
                    + "656173742d3161320268313a003a0208013a0208023a0208033a0208043a04080510173a0408"
                    + "0610174205302e312e30480150016001680170e05d78019001019a010c6c7a3420312e392066"
                    + "617374";

    /** A hello of a sidecar that grants contexts, but not in steps of memory. */
    private static final String HELLO_WITHOUT_STEPS =
            "4e525753006fc9d6a8ea0a6d080110011a0464622d31220975732d656173742d312a0a75732d"
                    + "656173742d3161320268313a003a0208013a0208023a0208033a0208043a04080510173a0808"
                    + "0610171a0201024205302e312e30480150016001680170e05d78019001019a010c6c7a342031"
                    + "2e392066617374";

    /**
     * A hello with both versions of dense among the codecs, and with the fields for history, grants and their steps, checks, liveness,
     * withdrawals, TLS and encoders, and the hash of these.
     */
    private static final String HELLO = "4e525753007c0417681a0a7a080110011a0464622d31220975732d656173742d312a0a75732d"
            + "656173742d3161320268313a003a0208013a0208023a0208033a0208043a04080510173a0808"
            + "0610171a0201024205302e312e30480150016001680170e05d78019001019a010c6c7a342031"
            + "2e392066617374b00101b9018b04e304d6de13a4";

    @Test
    void goldenHelloOfVersion1StaysReadable() throws CorruptFrameException {
        Greeting greeting = GreetingEnvelope.open(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(GOLDEN_HELLO)));

        LinkTerms terms = Hellos.agree(Hello.getDefaultInstance(), greeting.getHello(), false, true);
        assertThat(Hellos.compatible(greeting.getHello())).isTrue();
        assertThat(terms.peer()).hasToString("db-1");
        assertThat(terms.location()).isEqualTo(new Location("us-east-1", "us-east-1a", "h1"));
        assertThat(terms.version()).isEqualTo(1);
        assertThat(terms.sharesHistory()).isFalse();
        assertThat(terms.liveness().peer()).isEqualTo(Duration.ofSeconds(12));
        assertThat(terms.liveness().peerSays()).isFalse();
        assertThat(terms.frames()).isEqualTo(FrameForm.PAYLOAD_CHECKED);
        assertThat(terms.grantsContexts()).isFalse();
        assertThat(terms.decodable())
                .containsEntry(Codec.ZSTD, 23)
                .containsEntry(Codec.NONE, 0)
                .hasSize(6);
    }

    @Test
    void helloWithoutLevel0StaysReadable() throws CorruptFrameException {
        LinkTerms older = terms(HELLO_WITHOUT_LEVEL_0);

        assertThat(older.decodable()).containsEntry(Codec.DENSE, 23);
        assertThat(older.decodesDenseVersion2()).isFalse();
        assertThat(terms(HELLO).decodesDenseVersion2()).isTrue();
    }

    @Test
    void helloWithoutStepsStaysReadable() throws CorruptFrameException {
        LinkTerms older = terms(HELLO_WITHOUT_STEPS);

        assertThat(older.decodesDenseVersion2()).isTrue();
        assertThat(older.grantsInSteps()).isFalse();
    }

    private static LinkTerms terms(String hello) throws CorruptFrameException {
        Greeting greeting = GreetingEnvelope.open(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hello)));
        return Hellos.agree(Hello.getDefaultInstance(), greeting.getHello(), false, true);
    }

    @Test
    void helloOfThisVersionIsTheGoldenOne() {
        assertThat(ByteBufUtil.hexDump(hello())).isEqualTo(HELLO);
    }

    @Test
    void greetingInPiecesWaitsForTheRest() throws CorruptFrameException {
        ByteBuf whole = hello();

        for (int length = 0; length < whole.readableBytes(); length++) {
            assertThat(GreetingEnvelope.open(whole.slice(0, length)))
                    .as("%d bytes", length)
                    .isNull();
        }
    }

    @Test
    void everyChangedByteIsNoticed() {
        ByteBuf whole = hello();

        for (int i = 0; i < whole.readableBytes(); i++) {
            ByteBuf damaged = whole.copy();
            damaged.setByte(i, damaged.getByte(i) ^ 0x10);
            int at = i;
            if (i == 4 || i == 5) {
                continue; // a changed length requires more bytes, or fewer with a different checksum
            }
            assertThatThrownBy(() -> GreetingEnvelope.open(damaged))
                    .as("byte %d", at)
                    .isInstanceOf(CorruptFrameException.class);
        }
    }

    @Test
    void lengthAboveTheLimitIsRefused() {
        ByteBuf huge = Unpooled.buffer()
                .writeInt(GreetingEnvelope.MAGIC)
                .writeShort(0xFFFF)
                .writeIntLE(0);

        assertThatThrownBy(() -> GreetingEnvelope.open(huge))
                .isInstanceOf(CorruptFrameException.class)
                .hasMessageContaining("65535");
    }

    private static ByteBuf hello() {
        Node node = new Node(new PeerId("db-1"), new Location("us-east-1", "us-east-1a", "h1"));
        return Unpooled.wrappedBuffer(WireBytes.greeting(Greeting.newBuilder()
                .setHello(Hellos.of(
                        node,
                        Duration.ofSeconds(12),
                        Codecs.load(),
                        Ledgers.of(256 << 20).pool(Purpose.RECEIVING),
                        OfferedEncoders.of(List.of("lz4 1.9 fast")),
                        "0.1.0"))
                .build()));
    }
}
