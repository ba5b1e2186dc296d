package io.narrows.cli.dictionary;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builds a capture of connections from 10.0.0.1 to 10.0.0.2:7000, one after another. */
final class ShortConnections {
    private static final int MAGIC = 0xA1B2C3D4;
    private static final int RAW_IP = 101;
    private static final int PSH_ACK = 0x18;
    private static final int SYN = 0x02;
    private static final int HEADERS = 40;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private int port = 20_000;
    private int sequence;
    private int millis;

    ShortConnections() {
        file.writeBytes(little(24)
                .putInt(MAGIC)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(262_144)
                .putInt(RAW_IP)
                .array());
    }

    /** Adds a connection with these messages, 10 ms apart. */
    ShortConnections add(String... messages) {
        port++;
        sequence = 100;
        packet(SYN, "");
        sequence++;
        return send(messages);
    }

    /** Adds a connection that began before the capture. */
    ShortConnections addJoined(String... messages) {
        port++;
        sequence = 5000;
        return send(messages);
    }

    private ShortConnections send(String... messages) {
        for (String message : messages) {
            packet(PSH_ACK, message);
            sequence += message.length();
        }
        return this;
    }

    private void packet(int flags, String payload) {
        byte[] content = payload.getBytes(StandardCharsets.ISO_8859_1);
        int length = HEADERS + content.length;
        ByteBuffer packet = ByteBuffer.allocate(length)
                .putShort((short) 0x4500)
                .putShort((short) length)
                .putInt(0)
                .put((byte) 64)
                .put((byte) 6)
                .putShort((short) 0)
                .putInt(0x0A000001)
                .putInt(0x0A000002)
                .putShort((short) port)
                .putShort((short) 7000)
                .putInt(sequence)
                .putInt(0)
                .put((byte) 0x50)
                .put((byte) flags)
                .putShort((short) 65_535)
                .putInt(0)
                .put(content);
        millis += 10;
        file.writeBytes(little(16)
                .putInt(1000 + millis / 1000)
                .putInt(millis % 1000 * 1000)
                .putInt(length)
                .putInt(length)
                .array());
        file.writeBytes(packet.array());
    }

    Path write(Path path) throws IOException {
        return Files.write(path, file.toByteArray());
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
