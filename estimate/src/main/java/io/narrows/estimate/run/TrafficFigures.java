package io.narrows.estimate.run;

import io.narrows.codec.CodecSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Traffic of one key: without sidecars, and under each codec. Written while the capture is read, by its thread. */
public final class TrafficFigures {
    private final PolicyCodecs policy;
    private final int minSize;
    private final long lingerNanos;
    private final Map<CodecSpec, CodecFigures> codecs = new LinkedHashMap<>();
    private long appBytes;
    private long headerBytes;
    private long reads;
    private long compressedInside;

    /**
     * @param policy the policy's codecs
     * @param minSize the policy leaves smaller frames uncompressed
     * @param lingerNanos how long bytes may wait for more to join their frame
     */
    TrafficFigures(PolicyCodecs policy, int minSize, long lingerNanos) {
        this.policy = policy;
        this.minSize = minSize;
        this.lingerNanos = lingerNanos;
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
