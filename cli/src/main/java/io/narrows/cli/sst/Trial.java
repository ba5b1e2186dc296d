package io.narrows.cli.sst;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.sst.compress.BlockCompressor;
import io.narrows.storage.sst.compress.BlockDecompressor;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/** Compresses and decompresses the blocks of a sample with one codec. */
final class Trial {
    /** Minimum processor time of a measurement, so that small files have steady figures too: their sample is run repeatedly. */
    private static final long MIN_NANOS = 20_000_000;

    /** Bytes to process before the clock starts, so that compiled code is measured. */
    private static final long WARM_UP_BYTES = 4 << 20;

    /** Length of a block's trailer in a file: its type and its checksum. */
    static final int TRAILER = 5;

    private final CodecSpec spec;
    private final List<byte[]> blocks;
    private final long plainBytes;
    private final long otherBytes;
    private final Batch batch;

    /** @param dictionaryBytes size of the dictionary in a file */
    Trial(
            CodecSpec spec,
            BlockCompressor compressor,
            BlockDecompressor decompressor,
            Sample sample,
            long dictionaryBytes) {
        this.spec = spec;
        this.blocks = sample.blocks();
        this.plainBytes = sample.bytes();
        this.otherBytes = (long) TRAILER * blocks.size() + dictionaryBytes;
        this.batch = new Batch(compressor, decompressor, sample.longest());
    }

    void warmUp() throws IOException {
        long left = plainBytes == 0 ? 0 : WARM_UP_BYTES;
        while (left > 0) {
            for (int from = 0; from < blocks.size() && left > 0; from += batch.size()) {
                left -= batch.run(part(from)).plainBytes();
            }
        }
    }

    /** @param progress receives counts of processed plain bytes, which add up to all of them */
    TrialFigures run(LongConsumer progress) throws IOException {
        if (spec.codec() == Codec.NONE || blocks.isEmpty()) {
            progress.accept(plainBytes);
            return new TrialFigures(spec, plainBytes, plainBytes + otherBytes, 0, 0, 0);
        }
        Tally first = pass(progress);
        Tally all = first;
        while (all.compressNanos() < MIN_NANOS) {
            all = all.plus(pass(bytes -> {}));
        }
        return new TrialFigures(
                spec,
                plainBytes,
                first.storedBytes() + otherBytes,
                first.kept(),
                all.compressRate(),
                all.uncompressRate());
    }

    private Tally pass(LongConsumer progress) throws IOException {
        Tally tally = Tally.NONE;
        for (int from = 0; from < blocks.size(); from += batch.size()) {
            Tally part = batch.run(part(from));
            progress.accept(part.plainBytes());
            tally = tally.plus(part);
        }
        return tally;
    }

    private List<byte[]> part(int from) {
        return blocks.subList(from, Math.min(from + batch.size(), blocks.size()));
    }
}
