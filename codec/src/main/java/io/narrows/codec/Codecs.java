package io.narrows.codec;

import io.narrows.codec.dense.ArrayPool;
import io.narrows.codec.dense.ContextState;
import io.narrows.codec.dense.Workspace;
import io.narrows.codec.dictionary.Dictionary;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The codecs available in this process, and their fallbacks. Safe for use by many threads. */
public final class Codecs {
    private final Map<Codec, String> missing;

    /** Block buffers, one per thread, shared by all streams of the thread. */
    private final ThreadLocal<byte[]> lz4Blocks = ThreadLocal.withInitial(() -> new byte[Lz4Window.BLOCK_ROOM]);

    /** Frame buffers, one per thread, shared in the same way. */
    private final ThreadLocal<Workspace> workspaces = ThreadLocal.withInitial(Workspace::new);

    /** Recycles the arrays of closed contexts; idle arrays take at most a sixteenth of the heap. */
    private final ArrayPool denseArrays = new ArrayPool(Runtime.getRuntime().maxMemory() / 16);

    /**
     * Shared by all dictionaries. Created by lambdas, because method references would link classes whose library may be
     * missing.
     */
    private final Contexts<ZstdDecompressor> zstdDecompressors =
            new Contexts<>(() -> new ZstdDecompressor(), decompressor -> decompressor.close());

    private Codecs(Map<Codec, String> missing) {
        this.missing = Collections.unmodifiableMap(missing);
    }

    /**
     * Probes which native libraries load. A codec is only available with its native library: lz4-java's pure Java LZ4 is
     * several times slower, which is not acceptable for a policy with {@code lz4}.
     */
    public static Codecs load() {
        Map<Codec, String> missing = new EnumMap<>(Codec.class);
        for (Codec codec : Codec.values()) {
            try {
                if (codec.usesLibrary()) {
                    probe(CodecSpec.of(codec));
                }
            } catch (LinkageError | RuntimeException | MalformedDataException e) {
                missing.put(codec, e.toString());
            } catch (Error e) {
                if (!isSnappyLoadFailure(e)) {
                    throw e;
                }
                missing.put(codec, e.toString());
            }
        }
        return new Codecs(missing);
    }

    /** Returns whether an {@link Error} is Snappy's own for a library that fails to load. */
    private static boolean isSnappyLoadFailure(Error e) {
        return e.getClass().getName().equals("org.xerial.snappy.SnappyError");
    }

    /** Compresses and decompresses 64 bytes, as a block if the codec has blocks, otherwise as a stream. */
    static void probe(CodecSpec spec) throws MalformedDataException {
        if (spec.codec().hasBlocks()) {
            probeBlock(spec);
        } else {
            new Codecs(Map.of()).probeStream(spec);
        }
    }

    private static void probeBlock(CodecSpec spec) throws MalformedDataException {
        try (BlockCodec blocks = open(spec)) {
            ByteBuffer compressed = ByteBuffer.allocateDirect(blocks.maxCompressedLength(64));
            blocks.compress(ByteBuffer.allocateDirect(64), compressed);
            blocks.decompress(compressed.flip(), ByteBuffer.allocateDirect(64), 64);
        }
    }

    private void probeStream(CodecSpec spec) throws MalformedDataException {
        try (StreamEncoder encoder = streamEncoder(spec);
                StreamDecoder decoder = streamDecoder(spec.codec(), spec.windowLog())) {
            ByteBuffer frame = ByteBuffer.allocateDirect(encoder.maxFrameLength(64));
            encoder.encode(ByteBuffer.allocateDirect(64), frame);
            decoder.decode(frame.flip(), ByteBuffer.allocateDirect(64));
        }
    }

    /**
     * Frees the memory of closed contexts that was kept for later ones, and that none has needed since the last call. To be called
     * periodically.
     */
    public void dropUnusedMemory() {
        denseArrays.dropUnused();
    }

    /** Returns the memory of closed contexts that is kept for later ones, in bytes. It is on the Java heap. */
    public long keptBytes() {
        return denseArrays.idleBytes();
    }

    /** Returns whether this process can encode and decode with the codec. */
    public boolean has(Codec codec) {
        return !missing.containsKey(codec);
    }

    /** Returns the unavailable codecs, each with the reason. */
    public Map<Codec, String> missing() {
        return missing;
    }

    /**
     * Returns the specification itself if its codec is available, otherwise its replacement at the replacement's default
     * level.
     */
    public CodecSpec resolve(CodecSpec wanted) {
        return resolve(wanted, EnumSet.allOf(Codec.class));
    }

    /** Resolves like {@link #resolve(CodecSpec)}, limited to the codecs that another process of this version has too. */
    public CodecSpec resolve(CodecSpec wanted, Set<Codec> others) {
        return common(others, true).resolve(wanted);
    }

    /**
     * Returns the codecs that this process and another one have, with {@link Codec#NONE}.
     *
     * @param decodesDenseVersion2 whether the other process decodes version 2 of dense, which has level 0, if it has dense
     */
    public UsableCodecs common(Set<Codec> others, boolean decodesDenseVersion2) {
        Set<Codec> common = EnumSet.of(Codec.NONE);
        others.stream().filter(this::has).forEach(common::add);
        return new UsableCodecs(common, decodesDenseVersion2);
    }

    /**
     * Returns an encoder for current decoders: of the latest version of its format.
     *
     * @throws IllegalArgumentException if the codec is unavailable or {@link Codec#NONE}
     */
    public StreamEncoder streamEncoder(CodecSpec spec) {
        return streamEncoder(spec, true);
    }

    /**
     * @param isVersion2 whether contexts of dense are of version 2 of its format, which has frames of level 0 and which the decoder must
     *     support; ignored for other codecs, and if the level is 0
     * @throws IllegalArgumentException if the codec is unavailable or {@link Codec#NONE}
     */
    public StreamEncoder streamEncoder(CodecSpec spec, boolean isVersion2) {
        require(spec.codec());
        return switch (spec.codec()) {
            case NONE -> throw notAStream();
            case GZIP -> new DeflateEncoder(spec.level());
            case ZSTD -> new ZstdEncoder(spec);
            case SNAPPY -> new SnappyEncoder(new SnappyBlocks());
            case LZ4, LZ4HC -> new Lz4Encoder(spec, lz4Blocks);
            case DENSE -> new DenseEncoder(spec, isVersion2, workspaces, denseArrays);
        };
    }

    /**
     * @param maxWindowLog the largest window that a stream may request, as a base-two logarithm of bytes
     * @throws IllegalArgumentException if the codec is unavailable or {@link Codec#NONE}
     */
    public StreamDecoder streamDecoder(Codec codec, int maxWindowLog) {
        require(codec);
        return switch (codec) {
            case NONE -> throw notAStream();
            case GZIP -> new DeflateDecoder();
            case ZSTD -> new ZstdDecoder(maxWindowLog);
            case SNAPPY -> new SnappyDecoder(new SnappyBlocks());
            case LZ4, LZ4HC -> new Lz4Decoder(lz4Blocks);
            case DENSE -> new DenseDecoder(maxWindowLog, workspaces, denseArrays);
        };
    }

    /**
     * Prepares a dictionary for the contexts of streams, which takes up to some tens of milliseconds if it has frames, and longer in code that
     * is not compiled. It must be closed.
     *
     * @throws MalformedDataException if zstd refuses the dictionary, or its frames are damaged
     */
    public StreamDictionary dictionary(Dictionary dictionary) throws MalformedDataException {
        return dictionary(dictionary, () -> {});
    }

    /**
     * Prepares a dictionary like {@link #dictionary(Dictionary)}, and tells when it is freed. It must be closed.
     *
     * @param freed run once, after the last handle is closed and the last context of zstd that uses it, by the thread that closes it; must not
     *     block
     * @throws MalformedDataException if zstd refuses the dictionary, or its frames are damaged
     */
    public StreamDictionary dictionary(Dictionary dictionary, Runnable freed) throws MalformedDataException {
        ContextState dense = DictionaryFrames.state(dictionary);
        if (!has(Codec.ZSTD)) {
            return new StreamDictionary(dictionary, null, dense, freed);
        }
        byte[] shared = new byte[dictionary.shared().remaining()];
        dictionary.shared().get(shared);
        ZstdDigests digests = new ZstdDigests(shared, freed);
        return new StreamDictionary(dictionary, digests, dense, digests::release);
    }

    /**
     * Returns an encoder whose contexts {@linkplain StreamEncoder#beginWith begin with a dictionary}. For current decoders, like {@link
     * #streamEncoder(CodecSpec)}: no earlier ones begin with dictionaries.
     *
     * @throws IllegalArgumentException if the codec is unavailable or {@linkplain Codec#beginsWithDictionary takes no dictionary}
     */
    public StreamEncoder streamEncoder(CodecSpec spec, StreamDictionary dictionary) {
        if (!spec.codec().beginsWithDictionary()) {
            throw takesNoDictionary(spec.codec());
        }
        StreamEncoder encoder = streamEncoder(spec, true);
        try {
            encoder.beginWith(dictionary);
            return encoder;
        } catch (RuntimeException | Error e) {
            encoder.close();
            throw e;
        }
    }

    /**
     * Returns a decoder for contexts that begin with a dictionary. It refuses those that begin with another one, or with none.
     *
     * @param maxWindowLog the largest window that a stream may request, as a base-two logarithm of bytes
     * @throws IllegalArgumentException if the codec is unavailable or {@linkplain Codec#beginsWithDictionary takes no dictionary}
     */
    public StreamDecoder streamDecoder(Codec codec, int maxWindowLog, StreamDictionary dictionary) {
        require(codec);
        return switch (codec) {
            case NONE, GZIP, SNAPPY -> throw takesNoDictionary(codec);
            case ZSTD -> new ZstdDecoder(maxWindowLog, dictionary);
            case LZ4, LZ4HC -> new Lz4Decoder(lz4Blocks, dictionary);
            case DENSE -> new DenseDecoder(maxWindowLog, workspaces, denseArrays, dictionary);
        };
    }

    private static IllegalArgumentException takesNoDictionary(Codec codec) {
        return new IllegalArgumentException(codec.label() + " streams cannot begin with a dictionary");
    }

    /** @throws IllegalArgumentException if the codec is unavailable or {@linkplain Codec#hasBlocks has no blocks} */
    public BlockCodec block(CodecSpec spec) {
        require(spec.codec());
        return open(spec);
    }

    /**
     * Returns a codec whose blocks may refer to a dictionary, as if it preceded each of them. Data compressed with a
     * dictionary can only be decompressed with the same one. The dictionary is digested once, for all blocks and threads.
     *
     * <p>zstd accepts {@linkplain ZstdDictionaries#train trained} dictionaries and any other content. gzip accepts any
     * content and refers to its last 16 KiB; lz4 and lz4hc to its last 64 KiB. {@code none} and snappy never refer to data
     * outside a block and ignore the dictionary, like RocksDB.
     *
     * @param dictionary kept, must not change; an empty array means no dictionary
     * @throws IllegalArgumentException if the codec is unavailable or has no blocks
     * @throws MalformedDataException if zstd refuses the dictionary
     */
    public BlockCodec block(CodecSpec spec, byte[] dictionary) throws MalformedDataException {
        require(spec.codec());
        if (dictionary.length == 0) {
            return open(spec);
        }
        return switch (spec.codec()) {
            case NONE, SNAPPY -> open(spec);
            case GZIP -> new DeflateBlocks(spec.level(), dictionary);
            case LZ4, LZ4HC -> new Lz4DictionaryBlocks(spec, dictionary);
            case ZSTD -> new ZstdBlocks(spec, new ZstdDictionary(dictionary, spec.level()), zstdDecompressors);
            case DENSE -> throw notBlocks(spec.codec());
        };
    }

    private static BlockCodec open(CodecSpec spec) {
        return switch (spec.codec()) {
            case NONE -> new StoredBlocks();
            case GZIP -> new DeflateBlocks(spec.level());
            case SNAPPY -> new SnappyBlocks();
            case LZ4 -> Lz4Blocks.fast();
            case LZ4HC -> Lz4Blocks.high(spec.level());
            case ZSTD -> new ZstdBlocks(spec);
            case DENSE -> throw notBlocks(spec.codec());
        };
    }

    private void require(Codec codec) {
        if (!has(codec)) {
            throw new IllegalArgumentException(codec.label() + " is not available: " + missing.get(codec));
        }
    }

    private static IllegalArgumentException notBlocks(Codec codec) {
        return new IllegalArgumentException(codec.label() + " compresses streams only, not blocks");
    }

    private static IllegalArgumentException notAStream() {
        return new IllegalArgumentException("none has no streams: its bytes are sent unchanged");
    }
}
