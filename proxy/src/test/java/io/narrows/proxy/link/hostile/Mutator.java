package io.narrows.proxy.link.hostile;

import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.support.Message;
import io.narrows.testkit.ByteMutator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Creates hostile peers from recorded ones. The same random numbers create the same peers. */
final class Mutator {
    private static final int FRONT = 12;

    private final RandomGenerator random;
    private final ByteMutator bytes;
    private final List<Recording> recordings;
    private final List<Message> strange;
    private final Map<Recording, List<Mutant.Piece>> sealed = new IdentityHashMap<>();

    Mutator(RandomGenerator random, List<Recording> recordings, List<Message> bombs) {
        this.random = random;
        this.bytes = new ByteMutator(random, FRONT);
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
        pieces.set(at, new Mutant.Piece(piece.head(), bytes.damaged(piece.wire())));
        return new Mutant(origin, false, pieces);
    }

    private Message withAnotherHead(Message message) {
        int head = message.isGreeting() ? FrameDescriptor.control() : message.head() ^ 1 << random.nextInt(8);
        return message.withHead(head);
    }

    private Message withAnotherPayload(Message message) {
        byte[] payload = random.nextInt(8) == 0 ? spliced(message.payload()) : bytes.damaged(message.payload());
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

    private <T> T oneOf(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
