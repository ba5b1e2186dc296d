package io.narrows.proxy.link.hostile;

import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.support.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Creates hostile peers from recorded ones. The same random numbers create the same peers. */
final class Mutator {
    private static final byte[] INTERESTING = {0, 1, -1, 0x7F, (byte) 0x80, 0x0A, 0x20, 0x40};
    private static final int FRONT = 12;

    private final RandomGenerator random;
    private final List<Recording> recordings;
    private final List<Message> strange;
    private final Map<Recording, List<Mutant.Piece>> sealed = new IdentityHashMap<>();

    Mutator(RandomGenerator random, List<Recording> recordings, List<Message> bombs) {
        this.random = random;
        this.recordings = recordings;
        this.strange = new ArrayList<>(bombs);
        recordings.forEach(recording -> strange.addAll(recording.messages()));
    }

    /** Returns a mutant whose messages have correct lengths and checksums, whatever their content. */
    Mutant sealed() {
        Recording origin = oneOf(recordings);
        List<Message> messages = new ArrayList<>(origin.messages());
        int at = random.nextInt(messages.size());
        switch (random.nextInt(16)) {
            case 0 -> messages.remove(at);
            case 1 -> messages.add(at, messages.get(at));
            case 2 -> Collections.swap(messages, at, random.nextInt(messages.size()));
            case 3 -> messages.add(at, oneOf(strange));
            case 4 -> messages.set(at, oneOf(strange));
            case 5 -> messages.set(at, withAnotherHead(messages.get(at)));
            default -> messages.set(at, withAnotherPayload(messages.get(at)));
        }
        return new Mutant(origin, true, Sealer.seal(origin.form(), messages));
    }

    /** Returns a mutant that was damaged in transit. */
    Mutant damaged() {
        Recording origin = oneOf(recordings);
        List<Mutant.Piece> pieces = new ArrayList<>(sealed.computeIfAbsent(origin, Recording::sealed));
        int at = random.nextInt(pieces.size());
        Mutant.Piece piece = pieces.get(at);
        pieces.set(at, new Mutant.Piece(piece.head(), damaged(piece.wire())));
        return new Mutant(origin, false, pieces);
    }

    private Message withAnotherHead(Message message) {
        int head = message.isGreeting() ? FrameDescriptor.control() : message.head() ^ 1 << random.nextInt(8);
        return message.withHead(head);
    }

    private Message withAnotherPayload(Message message) {
        byte[] payload = random.nextInt(8) == 0 ? spliced(message.payload()) : damaged(message.payload());
        int limit = message.isGreeting() ? 0xFFFF : FrameDescriptor.MAX_PAYLOAD;
        return message.withPayload(payload.length > limit ? Arrays.copyOf(payload, limit) : payload);
    }

    /** Returns the start of a payload, followed by the end of another message. */
    private byte[] spliced(byte[] payload) {
        byte[] other = oneOf(strange).payload();
        int cut = random.nextInt(payload.length + 1);
        int from = random.nextInt(other.length + 1);
        byte[] spliced = Arrays.copyOf(payload, cut + other.length - from);
        System.arraycopy(other, from, spliced, cut, other.length - from);
        return spliced;
    }

    /** Returns a modified copy: bits flipped, bytes set, and pieces cut out, duplicated or inserted. */
    private byte[] damaged(byte[] bytes) {
        byte[] damaged = bytes.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            damaged = damagedOnce(damaged);
        }
        return Arrays.equals(damaged, bytes) ? damagedOnce(damaged) : damaged;
    }

    private byte[] damagedOnce(byte[] bytes) {
        if (bytes.length == 0) {
            return noise(1 + random.nextInt(FRONT));
        }
        int at = place(bytes.length);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(random.nextBoolean() ? 4 : 64));
        switch (random.nextInt(7)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = INTERESTING[random.nextInt(INTERESTING.length)];
            case 2 -> System.arraycopy(noise(length), 0, bytes, at, length);
            case 3 -> Arrays.fill(bytes, at, at + length, (byte) (random.nextBoolean() ? -1 : 0));
            case 4 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 5 -> {
                return with(bytes, at, noise(length), at);
            }
            default -> {
                return random.nextBoolean()
                        ? with(bytes, at, Arrays.copyOfRange(bytes, at, at + length), at)
                        : with(bytes, at, new byte[0], at + length);
            }
        }
        return bytes;
    }

    /** Returns a random index; half of the time near the front, where the headers are. */
    private int place(int length) {
        return random.nextInt(random.nextBoolean() ? Math.min(length, FRONT) : length);
    }

    private byte[] noise(int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    /** Returns the bytes up to one index, the middle, and the bytes from another index on. */
    private static byte[] with(byte[] bytes, int to, byte[] middle, int from) {
        byte[] whole = Arrays.copyOf(bytes, to + middle.length + bytes.length - from);
        System.arraycopy(middle, 0, whole, to, middle.length);
        System.arraycopy(bytes, from, whole, to + middle.length, bytes.length - from);
        return whole;
    }

    private <T> T oneOf(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
