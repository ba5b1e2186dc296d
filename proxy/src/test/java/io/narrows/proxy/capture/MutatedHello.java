package io.narrows.proxy.capture;

import io.narrows.proxy.support.ClientHellos;
import io.narrows.testkit.ByteMutator;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** ClientHellos that are damaged behind correct lengths, so that the damage reaches the parsers behind the envelopes. */
final class MutatedHello {
    private static final int HANDSHAKE = 0x16;
    private static final int HEADERS = 5 + 4;
    private static final int RECORD = 1 << 14;
    private static final int SESSION_ID_AT = 2 + 32;
    private static final int LARGEST_EXTENSION = 20_000;
    private static final int LARGEST_HELLO = 16_000;
    private static final int PADDING = 21;

    private MutatedHello() {}

    /** Returns whether a piece is a ClientHello in one record. */
    static boolean isHello(byte[] piece) {
        return piece.length > HEADERS + SESSION_ID_AT && piece[0] == HANDSHAKE && piece[5] == 1;
    }

    /** Returns a hello in records of a random size; any other piece is damaged anywhere. */
    static List<byte[]> divided(byte[] piece, ByteMutator bytes, RandomGenerator random) {
        return isHello(piece)
                ? List.of(ClientHellos.records(Arrays.copyOfRange(piece, 5, piece.length), 1 + random.nextInt(64)))
                : List.of(bytes.damaged(piece));
    }

    /** Returns a hello, padded to the largest size that is accepted, in records of one byte. */
    static List<byte[]> inOneByteRecords(byte[] hello) {
        byte[] body = Arrays.copyOfRange(hello, HEADERS, hello.length);
        List<byte[]> extensions = extensions(body);
        extensions.add(0, ClientHellos.extension(PADDING, new byte[LARGEST_HELLO - 8 - body.length]));
        return List.of(ClientHellos.records(ClientHellos.message(with(body, extensions)), 1));
    }

    /** Returns a hello whose body, or one of whose extensions, is damaged; any other piece is damaged anywhere. */
    static List<byte[]> sealed(byte[] piece, ByteMutator bytes, RandomGenerator random) {
        if (!isHello(piece)) {
            return List.of(bytes.damaged(piece));
        }
        byte[] body = Arrays.copyOfRange(piece, HEADERS, piece.length);
        byte[] damaged = random.nextInt(4) == 0 ? bytes.damaged(body) : withDamagedExtension(body, bytes, random);
        return List.of(ClientHellos.records(ClientHellos.message(damaged), RECORD));
    }

    private static byte[] withDamagedExtension(byte[] body, ByteMutator bytes, RandomGenerator random) {
        List<byte[]> extensions = extensions(body);
        int at = random.nextInt(extensions.size());
        byte[] whole = extensions.get(at);
        int type = ByteBuffer.wrap(whole).getShort();
        byte[] data = bytes.damaged(Arrays.copyOfRange(whole, 4, whole.length));
        if (random.nextInt(64) == 0) {
            data = Arrays.copyOf(data, random.nextInt(LARGEST_EXTENSION));
        }
        extensions.set(at, ClientHellos.extension(type, data));
        if (random.nextInt(8) == 0) {
            extensions.add(random.nextInt(extensions.size()), extensions.get(at));
        }
        return with(body, extensions);
    }

    private static int extensionsAt(byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body).position(SESSION_ID_AT);
        in.position(in.get() + in.position());
        in.position(in.getShort() + in.position());
        in.position(in.get() + in.position());
        return in.position();
    }

    private static List<byte[]> extensions(byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body).position(extensionsAt(body) + 2);
        List<byte[]> extensions = new ArrayList<>();
        while (in.hasRemaining()) {
            byte[] extension = new byte[4 + in.getShort(in.position() + 2)];
            in.get(extension);
            extensions.add(extension);
        }
        return extensions;
    }

    private static byte[] with(byte[] body, List<byte[]> extensions) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(body, 0, extensionsAt(body));
        int length = extensions.stream().mapToInt(each -> each.length).sum();
        out.write(length >>> 8);
        out.write(length);
        extensions.forEach(out::writeBytes);
        return out.toByteArray();
    }
}
