package io.narrows.proxy.capture;

import io.narrows.proxy.support.MySqlBytes;
import io.netty.buffer.ByteBufUtil;
import java.util.Arrays;
import java.util.Optional;

/** Checks the ends of connections with TLS: each must be clean or counted, and only the content of TLS may have been carried. */
final class HandshakeJudge {
    /** A request for TLS of MySQL, which a sidecar carries before the content of TLS. */
    static final byte[] REQUEST = MySqlBytes.request(DatabaseEnd.FLAGS);

    private HandshakeJudge() {}

    /**
     * Returns the fate of a connection for which no stream was opened.
     *
     * @param heard bytes that the sidecar has received
     */
    static HandshakeFate uncarried(Optional<HandshakeFate> failure, long heard) {
        if (failure.isEmpty()) {
            expect("bytes without a failure", 0, heard);
        }
        return failure.orElse(HandshakeFate.UNUSED);
    }

    /**
     * Returns the fate of a connection of a database that dials.
     *
     * @param closedItself whether the sidecar ended the connection
     * @param words all content of TLS
     */
    static HandshakeFate dialed(
            Exchange exchange,
            Optional<HandshakeFate> failure,
            CarriedEnd carried,
            boolean closedItself,
            byte[] words) {
        byte[] content = carried.received();
        if (exchange == Exchange.MYSQL) {
            requireRequest(content);
            content = Arrays.copyOfRange(content, Math.min(REQUEST.length, content.length), content.length);
        }
        return endOf(failure, carried, closedItself, words, content);
    }

    /** Returns the fate of a connection of a database that answers. */
    static HandshakeFate answered(
            Optional<HandshakeFate> failure, CarriedEnd carried, boolean closedItself, byte[] words) {
        return endOf(failure, carried, closedItself, words, carried.received());
    }

    /** The request has no more than flags and an encoding: everything that follows is the content of TLS. */
    private static void requireRequest(byte[] content) {
        boolean request = content.length == 0
                || content.length >= REQUEST.length
                        && content[0] == REQUEST[0]
                        && content[3] == 1
                        && (content[5] & DatabaseEnd.FLAGS >>> 8) == DatabaseEnd.FLAGS >>> 8;
        if (!request) {
            throw new AssertionError("no SSLRequest: " + ByteBufUtil.hexDump(content));
        }
    }

    private static HandshakeFate endOf(
            Optional<HandshakeFate> failure, CarriedEnd carried, boolean closedItself, byte[] words, byte[] content) {
        requirePrefix("carried", words, content);
        CarriedEnd.End end = carried.end();
        if (end == CarriedEnd.End.FINISHED) {
            expect("bytes at a clean end", words.length, content.length);
        }
        if (failure.isPresent()) {
            if (end == CarriedEnd.End.NONE) {
                throw new AssertionError("the peer has received no RESET after a failure: " + failure.get());
            }
            return failure.get();
        }
        if (end == CarriedEnd.End.FINISHED) {
            return HandshakeFate.CLEAN;
        }
        if (end != CarriedEnd.End.RESET || closedItself) {
            throw new AssertionError("not counted: " + end + (closedItself ? ", ended by the sidecar" : ""));
        }
        return HandshakeFate.RESET;
    }

    static void requirePrefix(String what, byte[] words, byte[] content) {
        if (!Arrays.equals(Arrays.copyOf(words, Math.min(words.length, content.length)), content)) {
            throw new AssertionError(what + ", but not said by TLS: " + ByteBufUtil.hexDump(content));
        }
    }

    static void expect(String what, long expected, long actual) {
        if (expected != actual) {
            throw new AssertionError(what + ": " + actual + " (expected: " + expected + ")");
        }
    }
}
