package io.narrows.proxy.starttls;

import io.netty.buffer.ByteBuf;
import java.util.Optional;

/** Reads the first bytes of a captured connection whose TLS ends here. */
public interface TlsStartReader {
    /**
     * Continues with the next bytes of the connection, which it leaves unread.
     *
     * @return the request once it is complete
     * @throws RefusedStartException if the connection begins with anything else
     */
    Optional<TlsStart> read(ByteBuf bytes) throws RefusedStartException;

    /** Returns whether nothing was read yet. */
    boolean isEmpty();
}
