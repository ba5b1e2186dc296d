package io.narrows.proxy.link.support;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryName;
import io.narrows.codec.dictionary.InvalidDictionaryException;
import io.narrows.config.Announcement;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.dictionary.ConnectionSample;
import io.narrows.proxy.link.dictionary.SidecarDictionaries;
import io.narrows.proxy.memory.TakenMemory;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Dictionaries that a test gives to a node with one peer. */
public final class KeptDictionaries implements SidecarDictionaries, AutoCloseable {
    /** A dictionary that a peer has sent. */
    public record Learned(String target, boolean dialled, Dictionary dictionary) {}

    /** The content that a connection has sent, and whether it ended. */
    public static final class Sample implements ConnectionSample {
        private final Announcement announced;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private TrafficClass trafficClass;
        private boolean discarded;
        private boolean ended;

        private Sample(Announcement announced) {
            this.announced = announced;
        }

        @Override
        public void sent(TrafficClass ofBytes, ByteBuffer some) {
            trafficClass = ofBytes;
            byte[] copy = new byte[some.remaining()];
            some.get(copy);
            bytes.writeBytes(copy);
        }

        @Override
        public void discard() {
            discarded = true;
        }

        @Override
        public void ended() {
            ended = true;
        }

        public Announcement announced() {
            return announced;
        }

        public byte[] bytes() {
            return bytes.toByteArray();
        }

        public TrafficClass trafficClass() {
            return trafficClass;
        }

        public boolean isDiscarded() {
            return discarded;
        }

        public boolean isEnded() {
            return ended;
        }
    }

    private final Codecs codecs = Codecs.load();
    private final Map<String, List<StreamDictionary>> sent = new HashMap<>();
    private final Map<DictionaryName, StreamDictionary> received = new LinkedHashMap<>();
    private final List<Learned> learned = new ArrayList<>();
    private final List<Sample> sampled = new ArrayList<>();
    private Runnable beforeKeeping = () -> {};
    private boolean keeps = true;
    private boolean samples = true;
    private boolean digests = true;
    private boolean readsFrames;

    /** Returns a dictionary of these bytes. */
    public static Dictionary of(byte[] bytes) {
        try {
            return Dictionary.of(bytes);
        } catch (InvalidDictionaryException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private StreamDictionary digested(Dictionary dictionary) {
        try {
            return codecs.dictionary(dictionary);
        } catch (MalformedDataException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Makes a dictionary the latest one for what this node sends on connections to a target. */
    public void send(String target, Dictionary dictionary) {
        sent.computeIfAbsent(target, added -> new ArrayList<>()).add(0, digested(dictionary));
    }

    /** Adds a dictionary of the peer. */
    public void receive(Dictionary dictionary) {
        received.put(dictionary.name(), digested(dictionary));
    }

    /** Drops the dictionaries of the peer. */
    public void drop() {
        received.values().forEach(StreamDictionary::close);
        received.clear();
    }

    /** Refuses what the peer sends. */
    public void refuse() {
        keeps = false;
    }

    /** Sets what runs before a dictionary of the peer is kept or refused. */
    public void beforeKeeping(Runnable task) {
        beforeKeeping = task;
    }

    public List<Learned> learned() {
        return learned;
    }

    /** Has no memory to digest dictionaries. */
    public void withoutDigests() {
        digests = false;
    }

    /** Samples no connection. */
    public KeptDictionaries withoutSamples() {
        samples = false;
        return this;
    }

    public List<Sample> samples() {
        return sampled;
    }

    /** Returns whether the peer said last that it reads dictionaries with frames. */
    public boolean readsFrames() {
        return readsFrames;
    }

    @Override
    public void setReadsFrames(PeerId peer, boolean reads) {
        readsFrames = reads;
    }

    @Override
    public StreamDictionary sent(PeerId peer, String target, boolean dialled, Predicate<DictionaryName> known) {
        return sent.getOrDefault(target, List.of()).stream()
                .filter(dictionary -> known.test(dictionary.name()))
                .findFirst()
                .orElse(null);
    }

    @Override
    public StreamDictionary byName(PeerId peer, DictionaryName name) {
        return received.get(name);
    }

    @Override
    public List<DictionaryName> received(PeerId peer) {
        return List.copyOf(received.keySet());
    }

    @Override
    public boolean renew(PeerId peer, DictionaryName name) {
        return received.containsKey(name);
    }

    @Override
    public boolean keep(PeerId peer, String target, boolean dialled, Dictionary dictionary, TakenMemory reserved) {
        beforeKeeping.run();
        if (keeps) {
            learned.add(new Learned(target, dialled, dictionary));
            receive(dictionary);
        }
        return keeps;
    }

    @Override
    public boolean prepare(PeerId peer, StreamDictionary dictionary, CodecSpec spec) {
        if (digests) {
            dictionary.prepare(spec);
        }
        return digests;
    }

    @Override
    public ConnectionSample beginSample(
            PeerId peer, String target, boolean dialled, boolean tls, Announcement announced) {
        if (!samples) {
            return null;
        }
        sampled.add(new Sample(announced));
        return sampled.get(sampled.size() - 1);
    }

    @Override
    public void close() {
        drop();
        sent.values().forEach(all -> all.forEach(StreamDictionary::close));
    }
}
