package io.narrows.estimate.run;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.unpack.PieceCounts;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Traffic of one key: without sidecars, and under each codec. Written while the capture is read, by its thread. */
public final class TrafficFigures {
    private final PolicyCodecs policy;
    private final int minSize;
    private final long lingerNanos;
    private final Set<PackedFormat> unpack;
    private final Map<CodecSpec, CodecFigures> codecs = new LinkedHashMap<>();
    private final Map<CodecSpec, CodecFigures> withUnpack = new LinkedHashMap<>();
    private final PieceCounts pieces = new PieceCounts();
    private long appBytes;
    private long headerBytes;
    private long reads;
    private long compressedInside;

    /**
     * @param policy the policy's codecs
     * @param minSize the policy leaves smaller frames uncompressed
     * @param lingerNanos how long bytes may wait for more to join their frame
     * @param unpack the formats that the policy unpacks
     */
    TrafficFigures(PolicyCodecs policy, int minSize, long lingerNanos, Set<PackedFormat> unpack) {
        this.policy = policy;
        this.minSize = minSize;
        this.lingerNanos = lingerNanos;
        this.unpack = unpack;
    }

    void read(int bytes, long headers) {
        appBytes += bytes;
        headerBytes += headers;
        reads++;
    }

    void compressedInside(int bytes) {
        compressedInside += bytes;
    }

    CodecFigures of(CodecSpec spec) {
        return codecs.computeIfAbsent(spec, any -> new CodecFigures());
    }

    /** Returns the figures of a codec on links that unpack: those of {@link #codecs} if the policy does. */
    CodecFigures unpacked(CodecSpec spec) {
        return policyUnpacks() ? of(spec) : withUnpack.computeIfAbsent(spec, any -> new CodecFigures());
    }

    /** Returns the formats that the policy unpacks, or else all of them, to find out what they would bring. */
    Set<PackedFormat> unpackedFormats() {
        return policyUnpacks() ? unpack : Set.of(PackedFormat.values());
    }

    boolean policyUnpacks() {
        return !unpack.isEmpty();
    }

    int minSize() {
        return minSize;
    }

    long lingerNanos() {
        return lingerNanos;
    }

    /** Returns the policy's codecs. */
    public PolicyCodecs policy() {
        return policy;
    }

    /** Returns the formats that the policy unpacks. */
    public Set<PackedFormat> unpack() {
        return unpack;
    }

    /** Returns the pieces that applications compressed, of all formats unless the policy unpacks some. */
    public PieceCounts pieces() {
        return pieces;
    }

    /** Returns the figures of each codec that compresses on links that unpack all formats; empty if the policy unpacks some. */
    public Map<CodecSpec, CodecFigures> codecsWithUnpack() {
        return Collections.unmodifiableMap(withUnpack);
    }

    /** Returns the figures of each codec, those of the policy among them. */
    public Map<CodecSpec, CodecFigures> codecs() {
        return Collections.unmodifiableMap(codecs);
    }

    /** Returns the bytes of applications. */
    public long appBytes() {
        return appBytes;
    }

    /** Returns the same bytes as IP carries them without sidecars, without acknowledgments. */
    public long ipBytes() {
        return appBytes + headerBytes;
    }

    /** Returns the bytes of reads in which most gRPC messages were already compressed. */
    public long compressedInsideBytes() {
        return compressedInside;
    }

    public long reads() {
        return reads;
    }
}
