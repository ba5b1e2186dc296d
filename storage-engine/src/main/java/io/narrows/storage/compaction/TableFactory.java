package io.narrows.storage.compaction;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.parallel.CompressionPool;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * How the files of a family are made.
 *
 * @param directory of the database
 * @param options of the family; the codec is the one of the level
 * @param pool helps to compress
 * @param numbers gives a number to each file, never the same one again
 */
public record TableFactory(
        Path directory,
        ColumnFamily family,
        TableOptions options,
        Codecs codecs,
        CompressionPool pool,
        LongSupplier numbers) {
    OutputFiles outputs(CodecSpec compression) {
        return new OutputFiles(this, options.withCompression(compression));
    }
}
