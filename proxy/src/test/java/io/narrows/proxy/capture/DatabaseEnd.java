package io.narrows.proxy.capture;

import io.narrows.proxy.link.proto.RequestedTls.Start;
import io.narrows.proxy.support.MySqlBytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A database without a socket that dials or answers: it begins TLS in its way, exchanges a few words, and closes. What it sends is
 * in pieces: packets and TLS records.
 *
 * <pre>
 *  dials     begin of TLS   words                      close_notify
 *  answers                          words, close_notify
 * </pre>
 */
final class DatabaseEnd implements AutoCloseable {
    static final int FLAGS = MySqlBytes.CLIENT_PROTOCOL_41 | MySqlBytes.CLIENT_SSL;

    private static final byte[] SSL_REQUEST = HexFormat.of().parseHex("0000000804d2162f");
    private static final byte[] GSSENC_REQUEST = HexFormat.of().parseHex("0000000804d21630");
    private static final int MYSQL_HEADER = 4;
    private static final int RECORD_HEADER = 5;

    private final Exchange exchange;
    private final boolean dials;
    private final SslHandler handler;
    private final byte[] words;
    private final int expected;
    private final List<Piece> said = new ArrayList<>();
    private final ByteArrayOutputStream plain = new ByteArrayOutputStream();
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private @Nullable EmbeddedChannel tls;
    private boolean askedForTls;
    private boolean spoke;
    private boolean ended;
    private boolean gone;

    /**
     * A packet or a record.
     *
     * @param follows whether it follows the handshake: words, or close_notify
     */
    record Piece(byte[] bytes, boolean follows) {}

    /**
     * @param handler of TLS, not in use yet
     * @param words what it says
     * @param expected the number of bytes that it waits for
     */
    DatabaseEnd(Exchange exchange, boolean dials, SslHandler handler, byte[] words, int expected) {
        this.exchange = exchange;
        this.dials = dials;
        this.handler = handler;
        this.words = words;
        this.expected = expected;
    }

    /** Returns the pieces with which it begins. */
    List<Piece> begin() {
        if (exchange.start() == Start.DIRECT) {
            beginTls();
        } else if (exchange == Exchange.MYSQL && !dials) {
            say(MySqlBytes.greeting(FLAGS));
        } else if (dials && exchange == Exchange.POSTGRESQL_AFTER_GSSENC) {
            say(GSSENC_REQUEST);
        } else if (dials && exchange == Exchange.POSTGRESQL) {
            askForTls();
        }
        return takeSaid();
    }

    private void say(byte[] bytes) {
        said.add(new Piece(bytes, spoke || ended));
    }

    private void askForTls() {
        askedForTls = true;
        say(SSL_REQUEST);
    }

    /** Returns the answer to bytes from the other end. */
    List<Piece> hear(byte[] bytes) {
        if (gone) {
            return List.of();
        }
        if (tls != null) {
            hearTls(bytes);
        } else {
            plain.writeBytes(bytes);
            hearPlain(plain.toByteArray());
        }
        return takeSaid();
    }

    private void hearPlain(byte[] all) {
        if (exchange == Exchange.MYSQL) {
            hearMySql(all);
        } else if (dials && !askedForTls && all[0] == 'N') {
            plain.reset();
            askForTls();
        } else if (dials) {
            gone = !askedForTls || all[0] != 'S';
            if (!gone) {
                beginTls();
            }
        } else if (all.length >= SSL_REQUEST.length) {
            gone = !Arrays.equals(all, SSL_REQUEST);
            if (!gone) {
                say(new byte[] {'S'});
                beginTls();
            }
        }
    }

    private void hearMySql(byte[] all) {
        if (all.length < MYSQL_HEADER || all.length < MYSQL_HEADER + (all[0] & 0xff)) {
            return;
        }
        int packet = MYSQL_HEADER + (all[0] & 0xff);
        if (dials) {
            say(MySqlBytes.request(FLAGS));
        }
        beginTls();
        if (packet < all.length) {
            hearTls(Arrays.copyOfRange(all, packet, all.length));
        }
    }

    private void beginTls() {
        tls = new EmbeddedChannel(handler);
        tls.freezeTime();
        handler.handshakeFuture().addListener(done -> {
            if (done.isSuccess() && dials) {
                speak();
            }
        });
        takeRecords();
    }

    private void hearTls(byte[] bytes) {
        try {
            tls.writeInbound(Unpooled.wrappedBuffer(bytes));
            tls.runPendingTasks();
        } catch (DecoderException e) {
            gone = true; // the other end has refused this one, or has sent it something else
        }
        for (ByteBuf part = tls.readInbound(); part != null; part = tls.readInbound()) {
            heard.writeBytes(ByteBufUtil.getBytes(part));
            part.release();
        }
        if (heard.size() >= expected && !ended) {
            if (!dials) {
                speak();
            }
            ended = true;
            handler.closeOutbound();
        }
        takeRecords();
    }

    private void speak() {
        if (!spoke && tls.isOpen()) {
            takeRecords();
            spoke = true;
            tls.writeOutbound(Unpooled.wrappedBuffer(words));
        }
    }

    /** Divides what TLS has written into records. */
    private void takeRecords() {
        for (ByteBuf bytes = tls.readOutbound(); bytes != null; bytes = tls.readOutbound()) {
            while (bytes.isReadable()) {
                int length = RECORD_HEADER + bytes.getUnsignedShort(bytes.readerIndex() + 3);
                say(ByteBufUtil.getBytes(bytes.readSlice(length)));
            }
            bytes.release();
        }
    }

    private List<Piece> takeSaid() {
        List<Piece> taken = List.copyOf(said);
        said.clear();
        return taken;
    }

    /** Returns whether its handshake was completed. */
    boolean hasShakenHands() {
        return handler.handshakeFuture().isSuccess();
    }

    /** Returns what it has received by TLS. */
    byte[] heard() {
        return heard.toByteArray();
    }

    @Override
    public void close() {
        if (tls == null) {
            return;
        }
        try {
            tls.finishAndReleaseAll();
        } catch (DecoderException e) {
            tls.releaseInbound();
            tls.releaseOutbound();
        }
    }
}
