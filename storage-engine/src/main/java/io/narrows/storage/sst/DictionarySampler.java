package io.narrows.storage.sst;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.ZstdDictionaries;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Holds back the first data blocks of a file and makes a dictionary from samples of them: trained by zstd, or the
 * samples themselves. As in RocksDB, blocks are sampled with a large prime as the stride, starting in the middle, so
 * that the same blocks yield the same dictionary.
 */
final class DictionarySampler {
    private static final long STRIDE = 545_055_921_143L;

    /** Blocks are held back up to this multiple of the wanted sample size. */
    private static final int KEPT_PER_SAMPLED = 4;

    private final CodecSpec spec;
    private final int maxDictBytes;
    private final boolean trains;
    private final int sampleBytes;
    private final List<byte[]> blocks = new ArrayList<>();
    private long bytes;

    DictionarySampler(CodecSpec spec, int maxDictBytes, int zstdMaxTrainBytes) {
        this.spec = spec;
        this.maxDictBytes = maxDictBytes;
        this.trains = spec.codec().trainsDictionaries()
                && zstdMaxTrainBytes > 0
                && maxDictBytes >= ZstdDictionaries.MIN_BYTES;
        this.sampleBytes = trains ? zstdMaxTrainBytes : maxDictBytes;
    }

    void add(byte[] block, int length) {
        blocks.add(Arrays.copyOf(block, length));
        bytes += length;
    }

    boolean isFull() {
        return bytes >= (long) KEPT_PER_SAMPLED * sampleBytes;
    }

    /** Returns the blocks held back, in order. */
    List<byte[]> blocks() {
        return blocks;
    }

    /** Returns the dictionary; empty if the blocks do not yield one. */
    byte[] dictionary() {
        List<byte[]> samples = samples();
        return trains ? ZstdDictionaries.train(samples, maxDictBytes, spec.level()) : joined(samples);
    }

    private List<byte[]> samples() {
        List<byte[]> samples = new ArrayList<>();
        long left = sampleBytes;
        int count = blocks.size();
        int stride = (int) (STRIDE % Math.max(count, 1));
        int at = count / 2;
        for (int taken = 0; taken < count && left > 0; taken++) {
            byte[] block = blocks.get(at);
            int length = (int) Math.min(left, block.length);
            samples.add(Arrays.copyOf(block, length));
            left -= length;
            at = (at + stride) % count;
        }
        return samples;
    }

    private byte[] joined(List<byte[]> samples) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        samples.forEach(content::writeBytes);
        return content.toByteArray();
    }
}
