package io.narrows.proxy.dictionary;

import io.narrows.codec.DictionaryTraining;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.InvalidDictionaryException;
import io.narrows.config.Announcement;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.TargetName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Dictionaries and keys for tests. */
final class Dictionaries {
    static final PeerId PEER = new PeerId("db-2");
    static final PeerId OTHER_PEER = new PeerId("db-3");
    static final TargetName RAFT = new TargetName("raft");
    static final DictionaryKey SENT = new DictionaryKey(PEER, RAFT, true, true);
    static final DictionaryKey RECEIVED = new DictionaryKey(PEER, RAFT, true, false);

    /** The place that the peer announced. */
    static final Announcement ANNOUNCED = new Announcement(new Location("r", "z", "h"), true);

    private Dictionaries() {}

    /** Returns a dictionary of 16 KiB, the same for the same text. */
    static Dictionary of(String text) {
        return of(text, 16 << 10);
    }

    static Dictionary of(String text, int bytes) {
        String repeated = (text + " ").repeat(bytes / (text.length() + 1) + 1).substring(0, bytes);
        try {
            return Dictionary.of(repeated.getBytes(StandardCharsets.ISO_8859_1));
        } catch (InvalidDictionaryException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Returns a dictionary in zstd's format, all literals of whose Huffman table have the weight 0, which only zstd itself checks. */
    static Dictionary refusedByZstd() {
        ByteBuffer bytes = ByteBuffer.allocate(Dictionary.MIN_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(0xec30a437).putInt(1);
        bytes.put((byte) 129).put((byte) 0); // two weights
        for (int table = 0; table < 3; table++) {
            bytes.putShort((short) 0x3f0); // one symbol, of accuracy 5
        }
        bytes.putInt(1).putInt(1).putInt(1);
        try {
            return Dictionary.of(bytes.array());
        } catch (InvalidDictionaryException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a dictionary whose frames train the models of dense. */
    static Dictionary framed() throws IOException {
        List<byte[]> reads = DemoConnections.of("etcd", 2000, 100).stream()
                .flatMap(List::stream)
                .toList();
        return DictionaryTraining.train(reads, 32 << 10).orElseThrow();
    }

    /** Returns a dictionary with one frame. */
    static Dictionary withFrame(byte... frame) throws InvalidDictionaryException {
        return Dictionary.of(of("shared", 300), List.of(frame));
    }
}
