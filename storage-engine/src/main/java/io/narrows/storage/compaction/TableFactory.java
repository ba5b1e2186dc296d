package io.narrows.storage.compaction;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.parallel.CompressionPool;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * Creates the files of a family.
 *
 * @param directory directory of the database
 * @param options options of the family, with the codec of the level
 * @param pool extra threads for compression
 * @param numbers supplies unique file numbers
 */
public record TableFactory(
        Path directory,
        ColumnFamily family,
        TableOptions options,
        Codecs codecs,
        CompressionPool pool,
        LongSupplier numbers) {
    OutputFiles outputs(CodecSpec compression, JobFilter filter) {
        return new OutputFiles(this, options.withCompression(compression), filter);
    }
}
