package io.narrows.proxy.starttls;

import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.tls.BadClientHelloException;
import io.narrows.proxy.tls.ClientHelloReader;
import io.netty.buffer.ByteBuf;
import java.util.Objects;
import java.util.Optional;

/** Reads a connection that begins with its ClientHello. */
public final class DirectStart implements TlsStartReader {
    private final ClientHelloReader reader = new ClientHelloReader();

    @Override
    public Optional<TlsStart> read(ByteBuf bytes) throws RefusedStartException {
        try {
            return reader.read(bytes).map(TlsStart.Direct::new);
        } catch (BadClientHelloException e) {
            throw new RefusedStartException(Failure.CLIENT_HELLO, Objects.requireNonNull(e.getMessage()));
        }
    }

    @Override
    public boolean isEmpty() {
        return reader.isEmpty();
    }
}
