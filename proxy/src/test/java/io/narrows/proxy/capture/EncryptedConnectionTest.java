package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.CertificateFiles;
import io.narrows.config.ClientCertificate;
import io.narrows.config.HostPort;
import io.narrows.config.PeerId;
import io.narrows.config.TerminatedTls;
import io.narrows.proxy.link.support.CountingAllocator;
import io.narrows.proxy.meter.PassedMeter;
import io.narrows.proxy.support.ClientHellos;
import io.narrows.proxy.transport.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EncryptedConnectionTest {
    private static final byte[] HELLO = ClientHellos.of(0x0303, ClientHellos.extension(21, new byte[1_000]));
    private static final TerminatedTls TLS = new TerminatedTls(
            new CertificateFiles(Path.of("cert"), Path.of("key")),
            false,
            Optional.empty(),
            ClientCertificate.NONE,
            Optional.empty(),
            false);

    private final CountingAllocator allocator = new CountingAllocator();
    private final EmbeddedChannel captured = new EmbeddedChannel();
    private final List<EndedTls> begun = new ArrayList<>();

    /** A read buffer has 64 KiB, whatever it holds. */
    @Test
    void helloByteByByte_keepsNoReadBuffers_andIsHandedOverAsItCame() {
        captured.config().setAllocator(allocator);
        CaptureEnvironment environment =
                new CaptureEnvironment(null, null, null, null, null, null, null, null, new PassedMeter());
        EncryptedConnection.await(
                environment, captured, new HostPort("127.0.0.1", 1), new PeerId("b"), TLS, begun::add);

        for (byte next : HELLO) {
            captured.writeInbound(allocator.directBuffer(Transport.READ_SIZE).writeByte(next));
            assertThat(allocator.live()).isLessThanOrEqualTo(2 * HELLO.length);
        }

        assertThat(begun).hasSize(1);
        ByteBuf kept = captured.readInbound();
        assertThat(ByteBufUtil.getBytes(kept)).isEqualTo(HELLO);
        kept.release();
        assertThat(captured.finish()).isFalse();
        assertThat(allocator.live()).isZero();
    }
}
