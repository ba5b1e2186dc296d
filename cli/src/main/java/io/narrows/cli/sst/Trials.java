package io.narrows.cli.sst;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.ZstdDictionaries;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.sst.compress.BlockCompressor;
import io.narrows.storage.sst.compress.BlockDecompressor;
import io.narrows.terminal.output.ProgressBar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The trials to run on each file.
 *
 * @param sampleBytes approximate number of plain bytes to sample
 * @param blockSize size of blocks to cut its entries into; empty for its own blocks
 * @param dictionarySize maximum bytes of a dictionary for zstd; empty for none
 */
record Trials(
        Codecs codecs, List<CodecSpec> specs, long sampleBytes, OptionalInt blockSize, OptionalInt dictionarySize) {
    /** The level for which dictionaries are trained; they suit other levels as well. */
    private static final int TRAINED_FOR = 3;

    private static final byte[] NO_DICTIONARY = {};

    Recompression run(Path file, TableReader table) throws IOException {
        Sample sample = Sample.of(table, sampleBytes);
        if (blockSize.isPresent()) {
            Recutter cutter = new Recutter(table.keyEncoding(), blockSize.getAsInt());
            sample = sample.withBlocks(cutter.cut(sample.blocks()));
        }
        byte[] dictionary = dictionary(sample);
        List<TrialFigures> lines = new ArrayList<>();
        Set<Codec> warm = EnumSet.noneOf(Codec.class);
        try (ProgressBar bar = ProgressBar.onStandardError(sample.bytes() * specs.size())) {
            for (CodecSpec spec : specs) {
                byte[] refersTo = spec.codec().trainsDictionaries() ? dictionary : NO_DICTIONARY;
                try (BlockCompressor compressor = BlockCompressor.of(spec, codecs, refersTo);
                        BlockDecompressor decompressor = new BlockDecompressor(codecs, refersTo)) {
                    Trial trial = new Trial(spec, compressor, decompressor, sample, stored(refersTo));
                    if (warm.add(spec.codec())) {
                        trial.warmUp();
                    }
                    lines.add(trial.run(bar::add));
                }
            }
        }
        OptionalInt dictionaryBytes =
                dictionarySize.isPresent() ? OptionalInt.of(dictionary.length) : OptionalInt.empty();
        return new Recompression(file, sample, blockSize, dictionaryBytes, lines);
    }

    private byte[] dictionary(Sample sample) {
        return dictionarySize.isPresent() && codecs.has(Codec.ZSTD)
                ? ZstdDictionaries.train(sample.blocks(), dictionarySize.getAsInt(), TRAINED_FOR)
                : NO_DICTIONARY;
    }

    /** Returns the size of a dictionary in a file. */
    private static int stored(byte[] dictionary) {
        return dictionary.length == 0 ? 0 : dictionary.length + Trial.TRAILER;
    }
}
